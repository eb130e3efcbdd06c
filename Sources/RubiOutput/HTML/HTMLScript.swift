extension HTMLTemplate {
    /// Shows the pages that the data describes: one, or two where there is room; turns them by keys, touch and buttons; searches; keeps the reading place, a
    /// byte of the manuscript, in the address.
    static let script: StaticString = #"""
        "use strict";
        (() => {
          // Of a text that is watched there are no data here: the server has them, a page at a time.
          const ask = path => {
            const request = new XMLHttpRequest();
            request.open("GET", path, false);
            request.send();
            return JSON.parse(request.responseText);
          };
          const askForBook = () => {
            const data = ask("book");
            data.pages = data.pages.map(([source, width, height]) => ({source, width, height}));
            data.glyphs = Array.from({length: data.fonts}, () => ({}));
            return data;
          };
          let data = JSON.parse(document.getElementById("data").textContent);
          const isLive = !data;
          if (isLive) data = askForBook();
          const {vertical, endless} = data.document;
          let pages = data.pages;
          const whole = index => {
            if (pages[index].lines) return pages[index];
            const {page, glyphs} = ask("page/" + index);
            glyphs.forEach((font, index) => Object.assign(data.glyphs[index], font));
            return Object.assign(pages[index], page);
          };
          if (!isLive) {
            let source = 0;
            for (const page of pages) source = page.source = page.lines.length ? page.lines[0].source : source;
          }
          const element = id => document.getElementById(id);
          const book = element("book");
          const root = document.documentElement;
          const svg = (name, attributes, parent) => {
            const node = document.createElementNS("http://www.w3.org/2000/svg", name);
            for (const key in attributes) node.setAttribute(key, attributes[key]);
            if (parent) parent.append(node);
            return node;
          };
          element("title").textContent = [data.document.title, data.document.author].filter(Boolean).join(" — ");
          book.classList.toggle("vertical", vertical);
          book.classList.toggle("endless", endless);

          // Pages as pictures, with the text itself over them, to be selected.

          const at = (list, index) => typeof list === "number" ? list : list[index];

          const drawRun = (run, parent) => {
            const font = data.glyphs[run.font];
            const [across, along] = [run.width / font.upem, run.height / font.upem];
            const group = svg("g", {class: run.role === "ruby" ? "ink ruby" : "ink"}, parent);
            if (run.bold) group.style.strokeWidth = font.upem / 24;
            run.g.forEach((glyph, index) => {
              if (!font[glyph]) return;
              const place = `translate(${at(run.x, index)} ${at(run.y, index)})`;
              const turn = run.turned ? " rotate(90)" : "";
              const slant = run.italic ? " skewX(-12)" : "";
              svg("path", {d: font[glyph], transform: `${place}${turn} scale(${across} ${along})${slant}`}, group);
            });
          };

          // Where each UTF-16 unit of a line's text stands: x, y of its lower left corner and its size.
          const unitsOf = line => {
            const units = [];
            for (const run of line.runs) {
              if (!run.k) continue;
              run.k.forEach((unit, index) => {
                if (units[unit]) return;
                // A turned glyph lies below its origin.
                const size = run.height;
                units[unit] = run.turned
                  ? {x: at(run.x, index), y: at(run.y, index) + size * .8, size}
                  : {x: at(run.x, index), y: at(run.y, index), size};
              });
            }
            for (let unit = 0, last = units.find(Boolean) || {x: line.x, y: line.y, size: 10}; unit < line.text.length; unit++) {
              if (units[unit]) last = units[unit]; else units[unit] = last;
            }
            return units;
          };

          const writeText = (line, parent) => {
            if (!line.text) return;
            const units = unitsOf(line);
            const text = svg("text", {
              x: units.map(unit => unit.x).join(" "), y: units.map(unit => unit.y).join(" "), "font-size": units[0].size,
            }, parent);
            text.textContent = line.text;
          };

          const drawPage = (page, index) => {
            const box = [page.left || 0, page.top || 0, page.width, page.height];
            const picture = svg("svg", {class: "page", viewBox: box.join(" "), width: page.width + "pt", height: page.height + "pt", role: "document"});
            picture.dataset.page = index + 1;
            const marks = svg("g", {}, picture);
            for (const line of [...(page.outside || []), ...page.lines]) {
              for (const run of line.runs) drawRun(run, picture);
              for (const rule of line.rules || []) {
                svg("path", {class: "rule", d: rule.d, "stroke-width": rule.width, "stroke-dasharray": rule.dash.trim() || "none"}, picture);
              }
              for (const {alt, ...place} of line.pictures || []) svg("title", {}, svg("image", place, picture)).textContent = alt;
            }
            for (const line of page.lines) writeText(line, picture);
            for (const hit of hits.filter(hit => hit.page === index)) markHit(hit, marks);
            return picture;
          };

          // Turning.

          let current = 0;
          const isSpread = () => !endless && pages.length > 1 && book.clientWidth > book.clientHeight * 2 * pages[0].width / pages[0].height;
          // Page 1 stands alone, the left page of a vertical book and the right one of a horizontal book; then they go in pairs.
          const shown = () => !isSpread() || current === 0 ? [current] : [current - (current + 1) % 2, current - (current + 1) % 2 + 1].filter(index => index < pages.length);
          const sourceOf = index => pages[index].source;
          const show = (index, keepsAddress) => {
            current = Math.max(0, Math.min(pages.length - 1, index));
            const list = shown();
            book.classList.toggle("spread", isSpread());
            book.replaceChildren(...list.map(index => drawPage(whole(index), index)));
            element("where").textContent = `${list.map(index => index + 1).join("–")} / ${pages.length}`;
            if (!keepsAddress) history.replaceState(null, "", "#" + sourceOf(list[0]));
          };
          const turn = step => {
            const list = shown();
            show(step > 0 ? list[list.length - 1] + 1 : list[0] - 1);
          };
          const pageAt = source => {
            let found = 0;
            pages.forEach((page, index) => { if (page.source <= source && (!index || page.source > pages[index - 1].source)) found = index; });
            return found;
          };

          // Searching: over line ends, but not over paragraphs.

          let hits = [];
          let hit = -1;
          let paragraphs;
          const readParagraphs = () => {
            paragraphs = [];
            pages.forEach((_, index) => whole(index).lines.forEach(line => {
              let last = paragraphs[paragraphs.length - 1];
              if (!last || last.number !== line.paragraph) paragraphs.push(last = {number: line.paragraph, text: "", lines: []});
              last.lines.push({start: last.text.length, line, page: index});
              last.text += line.text;
            }));
          };
          const markHit = (hit, parent) => {
            const units = unitsOf(hit.line);
            for (let unit = hit.from; unit < hit.to; unit++) {
              const {x, y, size} = units[unit];
              svg("rect", {class: "mark", x, y: y - size * .88, width: size, height: size}, parent);
            }
          };
          const search = word => {
            hits = [];
            hit = -1;
            if (word && !paragraphs) readParagraphs();
            if (word) for (const paragraph of paragraphs) {
              for (let from = paragraph.text.indexOf(word); from >= 0; from = paragraph.text.indexOf(word, from + word.length)) {
                const group = {first: hits.length};
                for (const part of paragraph.lines) {
                  const [start, end] = [Math.max(from, part.start), Math.min(from + word.length, part.start + part.line.text.length)];
                  if (start < end) hits.push({line: part.line, page: part.page, from: start - part.start, to: end - part.start, group});
                }
              }
            }
            const count = new Set(hits.map(hit => hit.group)).size;
            element("found").textContent = word ? `${count}件` : "";
            return count;
          };
          const nextHit = step => {
            if (!hits.length) return;
            const starts = hits.map((hit, index) => index).filter(index => hits[index].group.first === index);
            hit = (hit + step + starts.length) % starts.length;
            show(hits[starts[hit]].page);
          };

          // Controls.

          const press = (id, isPressed) => element(id).setAttribute("aria-pressed", isPressed);
          const toggleRuby = () => press("ruby", !document.body.classList.toggle("no-ruby"));
          const setTheme = isDark => { root.dataset.theme = isDark ? "dark" : "light"; press("theme", isDark); };
          const toggleContents = () => {
            const contents = element("contents");
            contents.hidden = !contents.hidden;
            element("toc").setAttribute("aria-expanded", !contents.hidden);
          };
          const listContents = () => {
            element("contents").replaceChildren(...data.contents.map(([level, title, page, source]) => {
              const link = document.createElement("a");
              link.href = "#" + source;
              link.textContent = title;
              link.style.paddingLeft = level + "em";
              link.dataset.page = page + 1;
              return link;
            }));
            element("toc").hidden = !data.contents.length;
          };
          listContents();
          element("toc").onclick = toggleContents;
          element("contents").onclick = event => { if (event.target.closest("a")) toggleContents(); };
          element("ruby").onclick = toggleRuby;
          element("theme").onclick = () => setTheme(root.dataset.theme !== "dark");
          element("back").onclick = () => turn(-1);
          element("forward").onclick = () => turn(1);
          element("search").oninput = event => { if (search(event.target.value)) nextHit(1); else show(current); };
          element("search").onkeydown = event => {
            event.stopPropagation();
            if (event.key === "Enter") nextHit(event.shiftKey ? -1 : 1);
            if (event.key === "Escape") { event.target.value = ""; search(""); show(current); book.focus(); }
          };
          const keys = {
            ArrowLeft: () => turn(vertical ? 1 : -1), ArrowRight: () => turn(vertical ? -1 : 1), ArrowDown: () => turn(1), ArrowUp: () => turn(-1),
            PageDown: () => turn(1), PageUp: () => turn(-1), " ": () => turn(1), Home: () => show(0), End: () => show(pages.length - 1),
            r: toggleRuby, d: () => element("theme").click(), c: toggleContents, "/": () => element("search").focus(),
          };
          document.addEventListener("keydown", event => {
            if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
            if (endless && /Arrow|Page|Home|End| /.test(event.key)) return;
            event.preventDefault();
            keys[event.key]();
          });
          let start;
          book.addEventListener("touchstart", event => { start = event.touches.length === 1 ? event.touches[0].clientX : undefined; }, {passive: true});
          book.addEventListener("touchend", event => {
            if (start === undefined || !getSelection().isCollapsed) return;
            const way = event.changedTouches[0].clientX - start;
            // A page is pulled over from the side where the next one lies.
            if (Math.abs(way) > 40) turn((way > 0) === vertical ? 1 : -1);
          });
          addEventListener("hashchange", () => show(pageAt(Number(location.hash.slice(1))), true));
          addEventListener("resize", () => { if (!endless) show(current, true); });
          setTheme(matchMedia("(prefers-color-scheme: dark)").matches);
          show(location.hash ? pageAt(Number(location.hash.slice(1))) : 0, !location.hash);
          // The text was saved: bytes [from, to) of it became [from, end). Null: everything may be otherwise.
          if (isLive) new EventSource("changes").onmessage = event => {
            const change = JSON.parse(event.data);
            if (!change) return location.reload();
            const [from, to, end] = change;
            const place = Number(location.hash.slice(1));
            data = askForBook();
            pages = data.pages;
            paragraphs = undefined;
            hits = [];
            listContents();
            show(pageAt(place >= to ? place + end - to : Math.min(place, Math.max(from, end))));
          };
        })();

        """#
}
