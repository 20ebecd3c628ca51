import { expect, test } from "vitest";

import { amount, columnLabel, duration, named, sentence } from "./words";

test("numbers are said in short", () => {
  expect([amount(950), amount(7_412_000)]).toEqual(["950", "7.4 M"]);
  expect([duration(0.0123), duration(12.34)]).toEqual(["12 ms", "12.3 s"]);
});

test("the API's plain sentences become sentences about red and yellow", () => {
  expect(sentence("column 4 is full after '444444'")).toBe("Column 4 is full after '444444'.");
  expect(named("X wins in 2; O cannot stop it, nor can XO or OX.")).toBe(
    "Red wins in 2; Yellow cannot stop it, nor can XO or OX.",
  );
  expect(named("X has 3 discs and O has none; O's disc floats.")).toBe(
    "Red has 3 discs and Yellow has none; Yellow's disc floats.",
  );
});

test("a column is told from the top", () => {
  const rows = ["--", "O-", "X-"];
  expect(columnLabel(1, rows, true, "X")).toBe("Column 1, from the top yellow, red. Drop red here");
  expect(columnLabel(2, rows, false, null)).toBe("Column 2, empty");
});
