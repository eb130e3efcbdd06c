#!/usr/bin/python3
"""Checks tagged PDF files against what a program can check of PDF/UA-1 (ISO 14289-1; the numbers are those of the Matterhorn Protocol 1.1), read with pikepdf.

usage: check_pdf_ua.py FILE...

Prints what fails, or how much was looked at; the status is 1 if anything fails. It is no validator of the whole standard: veraPDF is not in the distribution.
"""
import re
import sys

import pikepdf

# Standard structure types (ISO 32000-1, 14.8.4) that rubi writes, and what each may be in.
PARENTS = {
    "Document": {"StructTreeRoot"},
    "Sect": {"Document", "Sect"},
    "H1": {"Document", "Sect"},
    "H2": {"Document", "Sect"},
    "H3": {"Document", "Sect"},
    "P": {"Document", "Sect"},
    "Figure": {"P", "H1", "H2", "H3"},
    "Link": {"P", "H1", "H2", "H3"},
    "Ruby": {"P", "H1", "H2", "H3"},
    "RB": {"Ruby"},
    "RT": {"Ruby"},
    "Warichu": {"P", "H1", "H2", "H3"},
    "WT": {"Warichu"},
    "WP": {"Warichu"},
}
SHOWING = {"Tj", "TJ", "'", '"', "Do", "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "EI"}


class Check:
    def __init__(self, pdf):
        self.pdf = pdf
        self.faults = []
        self.counts = {}

    def fault(self, number, message):
        self.faults.append(f"{number}: {message}")

    def require(self, condition, number, message):
        if not condition:
            self.fault(number, message)

    def document(self):
        root = self.pdf.Root
        self.require(root.get("/MarkInfo", {}).get("/Marked") is True, "06-001", "not marked as tagged")
        self.require(root.get("/MarkInfo", {}).get("/Suspects", False) is False, "02-001", "Suspects")
        self.require(str(root.get("/Lang", "")) != "", "11-006", "no Lang")
        self.require("/Metadata" in root, "06-001", "no XMP metadata")
        packet = root.Metadata.read_bytes().decode()
        # A file whose title is not known does not say that it keeps to PDF/UA.
        has_title = re.search(r"<dc:title>.*<rdf:li[^>]*>[^<]+<", packet, re.S)
        says_so = re.search(r'pdfuaid:part(>|=")1', packet)
        self.require(bool(has_title) == bool(says_so), "06-002", "pdfuaid:part and dc:title do not go together")
        shows_title = root.get("/ViewerPreferences", {}).get("/DisplayDocTitle") is True
        self.require(shows_title == bool(has_title), "07-001", "DisplayDocTitle")
        self.counts["with title" if has_title else "without title"] = 1
        self.require("/XFA" not in root.get("/AcroForm", {}), "25-001", "XFA")
        self.require("/RoleMap" not in root.StructTreeRoot, "02-001", "a role map, though all types are standard ones")

    @staticmethod
    def kids(node):
        kids = node.get("/K", None)
        return [] if kids is None else list(kids) if isinstance(kids, pikepdf.Array) else [kids]

    def tree(self):
        """Walks the structure: where each mark of each page and each annotation belongs."""
        root = self.pdf.Root.StructTreeRoot
        marks, annotations, elements, headings = {}, {}, {}, []

        def walk(node, parent, parent_type):
            kind = str(node.S)[1:]
            elements[node.objgen] = kind
            self.counts[kind] = self.counts.get(kind, 0) + 1
            self.require(parent_type in PARENTS.get(kind, ()), "09-004", f"{kind} in {parent_type}")
            self.require(node.P.objgen == parent.objgen, "09-004", f"P of a {kind} is not its parent")
            if kind == "Figure":
                self.require(str(node.get("/Alt", "")) or str(node.get("/ActualText", "")), "13-004", "a figure without alternative text")
            if kind in ("H1", "H2", "H3"):
                headings.append(int(kind[1]))
            kids = self.kids(node)
            types = []
            for kid in kids:
                if isinstance(kid, int) or str(kid.get("/Type", "")) == "/MCR":
                    page = node.get("/Pg") if isinstance(kid, int) else kid.get("/Pg", node.get("/Pg"))
                    self.require(page is not None, "01-006", "content without its page")
                    key = (page.objgen, int(kid if isinstance(kid, int) else kid.MCID))
                    self.require(key not in marks, "01-006", f"content {key} twice")
                    marks[key] = node.objgen
                elif str(kid.get("/Type", "")) == "/OBJR":
                    annotations[kid.Obj.objgen] = node.objgen
                else:
                    types.append(str(kid.S)[1:])
                    walk(kid, node, kind)
            if kind == "Ruby":
                self.require(types in (["RB", "RT"], ["RB", "RT", "RT"]), "09-004", f"Ruby of {types}")
            if kind == "Warichu":
                allowed = (["WP", "WT", "WP"], ["WP", "WT"], ["WT", "WP"], ["WT"])
                self.require(types in allowed, "09-004", f"Warichu of {types}")

        kids = self.kids(root)
        for kid in kids:
            walk(kid, root, "StructTreeRoot")
        self.require(len(kids) == 1, "09-004", "more than one root element")
        return marks, annotations, elements, headings

    def headings(self, levels):
        if levels:
            self.require(levels[0] == 1, "14-002", f"the first heading is H{levels[0]}")
        for last, level in zip(levels, levels[1:]):
            self.require(level <= last + 1, "14-003", f"H{level} follows H{last}")

    def parent_tree(self):
        numbers = {}

        def walk(node):
            nums = list(node.get("/Nums", []))
            keys = [int(key) for key in nums[::2]]
            self.require(keys == sorted(keys), "01-006", "keys of the parent tree are not sorted")
            if "/Limits" in node and keys:
                self.require([int(n) for n in node.Limits] == [keys[0], keys[-1]], "01-006", "limits of the parent tree")
            numbers.update(zip(keys, nums[1::2]))
            for kid in node.get("/Kids", []):
                walk(kid)

        walk(self.pdf.Root.StructTreeRoot.ParentTree)
        self.require(int(self.pdf.Root.StructTreeRoot.ParentTreeNextKey) > max(numbers, default=-1), "01-006", "ParentTreeNextKey")
        return numbers

    def pages(self, marks, annotations, numbers):
        for number, page in enumerate(self.pdf.pages, 1):
            page = page.obj
            self.require(str(page.get("/Tabs", "")) == "/S" or "/Annots" not in page, "28-014", f"page {number}: Tabs")
            seen = self.content(page, number)
            parents = list(numbers[int(page.StructParents)]) if "/StructParents" in page else []
            wanted = [marks.get((page.objgen, mark)) for mark in range(len(parents))]
            self.require([parent.objgen for parent in parents] == wanted, "01-006", f"page {number}: the parent tree is not the tree")
            self.require(seen == list(range(len(parents))), "01-005", f"page {number}: marks {seen[:5]}… of {len(parents)}")
            for annotation in page.get("/Annots", []):
                owner = annotations.get(annotation.objgen)
                self.require(owner is not None, "28-002", f"page {number}: an annotation without a structure element")
                self.require(numbers[int(annotation.StructParent)].objgen == owner, "28-002", f"page {number}: parent of an annotation")
                self.require(str(annotation.get("/Contents", "")), "28-012", f"page {number}: a link without Contents")

    def content(self, page, number):
        """The marks of a page in their order; all that is drawn is in one or in an artifact, never one inside the other."""
        stack, seen = [], []
        for operands, operator in pikepdf.parse_content_stream(page):
            operator = str(operator)
            if operator in ("BDC", "BMC"):
                tag = str(operands[0])
                properties = operands[1] if operator == "BDC" else {}
                kind = "artifact" if tag == "/Artifact" else "mark" if "/MCID" in properties else "span"
                if kind == "artifact":
                    self.require("mark" not in stack, "01-004", f"page {number}: an artifact in a mark")
                if kind == "mark":
                    self.require("artifact" not in stack, "01-003", f"page {number}: a mark in an artifact")
                    self.require("mark" not in stack, "01-003", f"page {number}: a mark in a mark")
                    seen.append(int(properties["/MCID"]))
                stack.append(kind)
            elif operator == "EMC":
                self.require(stack, "01-005", f"page {number}: an EMC too many")
                stack = stack[:-1]
            elif operator in SHOWING:
                self.require("mark" in stack or "artifact" in stack, "01-005", f"page {number}: {operator} is neither marked nor an artifact")
        self.require(not stack, "01-005", f"page {number}: an EMC is missing")
        return seen

    def fonts(self):
        fonts = {}
        for page in self.pdf.pages:
            resources = page.obj.get("/Resources") or page.obj.Parent.get("/Resources") or self.pdf.Root.Pages.Resources
            for _, font in resources.get("/Font", {}).items():
                fonts[font.objgen] = font
        for font in fonts.values():
            name = str(font.BaseFont)
            child = font.DescendantFonts[0]
            descriptor = child.FontDescriptor
            self.require("/FontFile2" in descriptor or "/FontFile3" in descriptor, "31-009", f"{name} is not embedded")
            self.require("/ToUnicode" in font, "31-027", f"{name} has no ToUnicode")
            self.require(str(font.Encoding) in ("/Identity-H", "/Identity-V"), "31-006", f"{name}: encoding")
            if str(child.Subtype) == "/CIDFontType2":
                self.require("/CIDToGIDMap" in child, "31-005", f"{name} has no CIDToGIDMap")
            text = font.ToUnicode.read_bytes().decode()
            for value in re.findall(r"<[0-9A-F]{4}><([0-9A-F]+)>", text):
                self.require(value not in ("0000", "FEFF", "FFFE"), "31-028", f"{name}: U+{value} in ToUnicode")
        self.counts["fonts"] = len(fonts)

    def run(self):
        self.document()
        marks, annotations, _, levels = self.tree()
        self.headings(levels)
        self.pages(marks, annotations, self.parent_tree())
        self.fonts()


def main():
    sys.setrecursionlimit(10000)
    status = 0
    for path in sys.argv[1:]:
        with pikepdf.open(path) as pdf:
            check = Check(pdf)
            check.run()
            print(f"{path}: {len(pdf.pages)} pages, " + ", ".join(f"{count} {kind}" for kind, count in sorted(check.counts.items())))
        for fault in check.faults[:20]:
            print(f"  {fault}")
        if check.faults:
            status = 1
    sys.exit(status)


if __name__ == "__main__":
    main()
