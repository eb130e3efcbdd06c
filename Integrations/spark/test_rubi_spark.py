#!/usr/bin/env python3
"""Runs the job in Spark's local mode, on two workers, over manuscripts of its own, and compares its answers with those of one rubi alone.

    test_rubi_spark.py RUBI"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import rubi_spark  # noqa: E402


def manuscripts():
    """Forty manuscripts of different lengths; two with mistakes, one empty."""
    words = ["吾輩《わがはい》は猫である。", "名前《なまえ》はまだ無い。", "どこで生《うま》れたか、とんと見当《けんとう》がつかぬ。", "「｜旅籠《はたご》」と云《い》う。"]
    made = [(f"{number:02}", "\n".join(words[(number + line) % 4] * (1 + line % 7) for line in range(number * 3))) for number in range(38)]
    return made + [("unclosed", "山川《やまかわ\n次の行。"), ("empty", "")]


def main():
    rubi = str(pathlib.Path(sys.argv[1]).resolve())
    options = {"measure": 20, "page": "bunko"}
    works = manuscripts()
    source = "".join(rubi_spark.record(*work) + "\n" for work in works)
    alone = subprocess.run(rubi_spark.command(rubi, options), input=source.encode(), stdout=subprocess.PIPE, check=False)
    assert alone.returncode <= 1, alone.returncode
    expected = alone.stdout.decode().splitlines()
    assert len(expected) == len(works)

    # The workers run the Python that runs this.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").appName("rubi test").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    spark.sparkContext.addPyFile(str(HERE / "rubi_spark.py"))
    piped = rubi_spark.typeset_rdd(spark.sparkContext.parallelize(works, 4), rubi, options).collect()
    assert piped == expected, "rdd.pipe: other answers, or another order"
    frame = spark.createDataFrame(works, "id string, text string").repartition(4, "id")
    rows = {row.id: row for row in rubi_spark.typeset_frame(frame, rubi, options).collect()}
    assert {row.answer for row in rows.values()} == set(expected), "mapInPandas: other answers"
    assert all(row.ok == json.loads(row.answer)["ok"] for row in rows.values())

    with tempfile.TemporaryDirectory() as folder:
        source_folder, table = pathlib.Path(folder, "in"), pathlib.Path(folder, "table.jsonl")
        source_folder.mkdir()
        for name, text in works:
            (source_folder / f"{name}.txt").write_text(text)
        table.write_text(source)
        for given, out in ((source_folder, "files"), (table, "rows")):
            target = pathlib.Path(folder, out)
            subprocess.run(
                [sys.executable, str(HERE / "rubi_spark.py"), "--rubi", rubi, "--options", json.dumps(options), str(given), str(target)],
                check=True, stderr=subprocess.DEVNULL)
            answers = [json.loads(line) for part in sorted(target.glob("part-*")) for line in part.read_text().splitlines()]
            records = {answer["id"].removesuffix(".txt"): answer.get("records") for answer in answers}
            for line in map(json.loads, expected):
                got = records[line["id"]]
                # The name of the manuscript is in its document record.
                for record in (got or []) + (line.get("records") or []):
                    record.pop("source", None) if record.get("type") == "document" else None
                assert got == line.get("records"), (out, line["id"])
    spark.stop()
    try:
        spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.task.maxFailures", "1").getOrCreate()
        spark.sparkContext.setLogLevel("OFF")
        spark.sparkContext.addPyFile(str(HERE / "rubi_spark.py"))
        rubi_spark.typeset_rdd(spark.sparkContext.parallelize(works, 2), "/no/such/rubi", options).collect()
    except Exception:
        print(f"spark: {len(works)} manuscripts, the same answers by rdd.pipe, mapInPandas and from files and a table; a missing filter fails the job")
    else:
        raise AssertionError("a missing filter went unnoticed")
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
