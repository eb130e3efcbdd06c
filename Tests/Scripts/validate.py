#!/usr/bin/python3
"""Validates every JSON document of standard input, one after another, against the schema in the file named; the status is 1 where one is not valid.

Prints the number of documents, and of records of each type.
"""
import collections
import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
text = sys.stdin.read()
decoder = json.JSONDecoder()
position, wrong, kinds = 0, 0, collections.Counter()
while position < len(text):
    value, position = decoder.raw_decode(text, position)
    while position < len(text) and text[position].isspace():
        position += 1
    kinds[value.get("type", "document")] += 1
    error = jsonschema.exceptions.best_match(validator.iter_errors(value))
    if error is not None:
        wrong += 1
        print(f"{error.message[:300]} at {list(error.absolute_path)}")
print(dict(sorted(kinds.items())))
sys.exit(wrong > 0)
