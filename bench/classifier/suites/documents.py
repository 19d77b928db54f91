"""Tables and pictures: pandas, openpyxl, pillow."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .common import Case, as_nobody, suite
from .labels import (
    BAD_INDEX,
    BAD_INPUT,
    BAD_SYNTAX,
    BAD_TYPE,
    BAD_VALUE,
    CONFLICT,
    DENIED,
    EXHAUSTED,
    MISSING,
    MISSING_KEY,
    NOT_INSTALLED,
    UNKNOWN_ATTRIBUTE,
    UNKNOWN_NAME,
    UNSUPPORTED,
    Labels,
)


@suite("pandas", "pandas")
def pandas_cases(tmp: Path) -> Iterator[Case]:
    import pandas as pd

    table = pd.DataFrame({"a": [1, 2], "b": ["x", "y"]})
    unknown = Labels("underspecified", "validation", "key_error")
    yield "query", unknown, lambda: table["colour"]
    yield "query", MISSING_KEY, lambda: table.loc[99]
    yield "query", BAD_INDEX, lambda: table.iloc[99]
    yield "query", UNKNOWN_NAME, lambda: table.query("colour > 3")
    yield "query", BAD_SYNTAX, lambda: table.query("a >")
    yield "query", unknown, lambda: table.drop(columns="zz")
    yield "query", unknown, lambda: table.groupby("zz")
    yield "query", unknown, lambda: table.merge(table, on="zz")
    yield "query", unknown, lambda: table.sort_values("zz")
    yield "query", BAD_VALUE, lambda: table.astype(int)
    yield "query", BAD_VALUE, lambda: table.assign(c=[1, 2, 3])
    yield "query", BAD_VALUE, lambda: bool(table)
    yield "query", UNKNOWN_ATTRIBUTE, lambda: table.colour
    yield "query", BAD_VALUE, lambda: pd.to_datetime("not a day")
    yield "query", BAD_VALUE, lambda: pd.to_numeric("abc")
    yield "query", BAD_TYPE, lambda: table["b"] - 1
    yield "query", BAD_VALUE, lambda: pd.DataFrame({"a": [1], "b": [1, 2]})
    yield "query", CONFLICT, lambda: table.insert(0, "a", 1)
    yield "read", MISSING, lambda: pd.read_csv(tmp / "gone.csv")
    yield "read", BAD_INPUT, lambda: pd.read_csv(io.StringIO(""))
    yield "read", BAD_INPUT, lambda: pd.read_csv(io.StringIO("a,b\n1,2\n1,2,3\n"))
    yield "read", BAD_INPUT, lambda: pd.read_csv(io.StringIO("a\n1"), usecols=["b"])
    yield "read", NOT_INSTALLED, lambda: pd.read_parquet(tmp / "x.parquet")
    yield "write", MISSING, lambda: table.to_csv(tmp / "no" / "x.csv")


@suite("openpyxl", "openpyxl")
def openpyxl_cases(tmp: Path) -> Iterator[Case]:
    import openpyxl

    book = openpyxl.Workbook()
    sheet: Any = book.active
    (tmp / "bad.xlsx").write_text("nonsense")
    yield "open", MISSING, lambda: openpyxl.load_workbook(tmp / "gone.xlsx")
    yield "open", BAD_INPUT, lambda: openpyxl.load_workbook(tmp / "bad.xlsx")
    yield "open", UNSUPPORTED, lambda: openpyxl.load_workbook(tmp / "old.xls")
    yield "read", MISSING_KEY, lambda: book["Budget"]
    yield "read", BAD_VALUE, lambda: sheet["A0"]
    yield "read", BAD_VALUE, lambda: sheet["??"]
    yield "read", BAD_VALUE, lambda: sheet.cell(0, 1)
    yield "write", BAD_VALUE, lambda: sheet.cell(1, 1, object())
    yield "write", BAD_VALUE, lambda: book.create_sheet("a/b")
    yield "write", BAD_INPUT, lambda: sheet.cell(1, 1, "\x01")
    yield "write", MISSING, lambda: book.save(tmp / "no" / "x.xlsx")
    yield "write", DENIED, as_nobody(lambda: book.save(tmp / "x.xlsx"))
    yield (
        "write",
        CONFLICT._replace(type="attribute_error"),
        lambda: (sheet.merge_cells("C1:D2"), setattr(sheet["D2"], "value", 3)),
    )
    yield "remove", CONFLICT, lambda: [book.remove(sheet) for _ in range(2)]


@suite("pillow", "PIL")
def pillow_cases(tmp: Path) -> Iterator[Case]:
    from PIL import Image

    picture = Image.new("RGB", (8, 8))
    (tmp / "bad.png").write_text("nonsense")
    picture.save(tmp / "ok.png")
    Image.effect_noise((64, 64), 50).save(tmp / "long.png")
    (tmp / "cut.png").write_bytes((tmp / "long.png").read_bytes()[:900])
    yield "open", MISSING, lambda: Image.open(tmp / "gone.png")
    yield "open", BAD_INPUT, lambda: Image.open(tmp / "bad.png")
    yield "open", BAD_INPUT, lambda: Image.open(tmp / "cut.png").load()
    yield "save", UNKNOWN_NAME, lambda: picture.save(tmp / "x.frob")
    yield "save", BAD_INPUT, lambda: Image.new("RGBA", (8, 8)).save(tmp / "x.jpg")
    yield "save", MISSING, lambda: picture.save(tmp / "no" / "x.png")
    yield "save", EXHAUSTED, lambda: picture.save("/dev/full", "BMP")
    yield "edit", BAD_VALUE, lambda: picture.convert("FROB")
    yield "edit", BAD_VALUE, lambda: picture.crop((5, 5, 1, 1))
    yield "edit", BAD_VALUE, lambda: picture.resize((0, -1))
    yield "edit", BAD_INDEX, lambda: picture.getpixel((99, 99))
    yield "edit", BAD_VALUE, lambda: Image.new("RGB", (1, 1), "frobcolour")
    yield "edit", BAD_VALUE, lambda: Image.blend(picture, Image.new("RGB", (4, 4)), 0.5)
    yield "edit", BAD_VALUE, lambda: Image.frombytes("RGB", (8, 8), b"abc")
    picture.close()
    yield "edit", CONFLICT, lambda: picture.rotate(45)
