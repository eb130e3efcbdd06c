#!/usr/bin/env python3
"""Typesets a folder, or a table, of manuscripts with Spark: every task runs `rubi typeset --stdin-format jsonl` as a filter.

    spark-submit rubi_spark.py [--rubi COMMAND] [--text COLUMN] [--id COLUMN] [--options JSON] INPUT OUTPUT

INPUT is a folder of UTF-8 text files (the id of each is its name), or a Parquet folder or JSON Lines file with the columns `id` and `text`.
OUTPUT becomes a folder of JSON Lines, an answer a manuscript, as rubi gives them: {"id":…,"ok":true,"records":[…]} or {"id":…,"ok":false,"error":{…}}.
rubi must be on every worker, at the path that --rubi names. A manuscript that cannot be set is an answer with "ok":false; a rubi that cannot be
run, or that ends early, is a failed task, which Spark runs again."""

import argparse
import json
import pathlib
import shlex
import subprocess
import threading


def command(rubi, options):
    """The filter's command line; `options` are those of the command by their long names, {"measure": 40, "direction": "horizontal"}."""
    words = [rubi, "typeset", "--stdin-format", "jsonl", "--jobs", "1", "-q"]
    for name, value in options.items():
        for each in value if isinstance(value, list) else [value]:
            if each is True:
                words.append(f"--{name}")
            elif each is not False:
                words += [f"--{name}", str(each)]
    return words


def record(identifier, text):
    return json.dumps({"id": identifier, "text": text}, ensure_ascii=False)


def typeset_rdd(manuscripts, rubi="rubi", options=None):
    """An RDD of (id, text) to an RDD of answers, lines of JSON, in the same order. Uses `rdd.pipe`."""
    words = command(rubi, options or {})
    # rubi exits with 1 where a manuscript had errors; they are in the answers. Anything above is a failure.
    script = shlex.join(words) + "; code=$?; [ $code -le 1 ] || exit $code"
    return manuscripts.map(lambda pair: record(*pair)).pipe(shlex.join(["sh", "-c", script]), checkCode=True)


def typeset_frame(frame, rubi="rubi", options=None, id_column="id", text_column="text"):
    """A DataFrame with an id and a text to a DataFrame of id, ok and answer (the line of JSON). Uses `mapInPandas`: a process a partition, fed and read at the
    same time, so that its memory does not grow with the partition."""
    words = command(rubi, options or {})

    def run(batches):
        import pandas

        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            failure = []

            def feed():
                try:
                    with process.stdin as pipe:
                        for batch in batches:
                            for identifier, text in zip(batch[id_column], batch[text_column]):
                                pipe.write((record(identifier, text) + "\n").encode())
                except Exception as error:  # told to the reader below, which fails the task
                    failure.append(error)

            feeder = threading.Thread(target=feed)
            feeder.start()
            answers = []
            for line in process.stdout:
                answer = json.loads(line)
                answers.append((str(answer["id"]), answer["ok"], line.decode().rstrip("\n")))
                if len(answers) == 64:
                    yield pandas.DataFrame(answers, columns=["id", "ok", "answer"])
                    answers = []
            feeder.join()
            if failure:
                raise failure[0]
            if process.wait() > 1:
                raise RuntimeError(f"{words[0]} ended with {process.returncode}")
            if answers:
                yield pandas.DataFrame(answers, columns=["id", "ok", "answer"])

    return frame.select(id_column, text_column).mapInPandas(run, "id string, ok boolean, answer string")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rubi", default="rubi", help="the command on the workers")
    parser.add_argument("--id", default="id", help="column of a table that names the manuscripts")
    parser.add_argument("--text", default="text", help="column of a table that holds them")
    parser.add_argument("--options", type=json.loads, default={}, help='options of rubi, as JSON: {"measure": 40}')
    parser.add_argument("input")
    parser.add_argument("output")
    arguments = parser.parse_args()

    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName("rubi").getOrCreate()
    path = pathlib.Path(arguments.input)
    if path.suffix == ".jsonl" or path.suffix == ".parquet" or (path.is_dir() and any(path.glob("*.parquet"))):
        frame = spark.read.json(arguments.input) if path.suffix == ".jsonl" else spark.read.parquet(arguments.input)
        typeset_frame(frame, arguments.rubi, arguments.options, arguments.id, arguments.text).select("answer").write.text(arguments.output)
    else:
        files = spark.sparkContext.wholeTextFiles(arguments.input, minPartitions=spark.sparkContext.defaultParallelism)
        named = files.map(lambda pair: (pair[0].rsplit("/", 1)[-1], pair[1]))
        typeset_rdd(named, arguments.rubi, arguments.options).saveAsTextFile(arguments.output)
    spark.stop()


if __name__ == "__main__":
    main()
