import { expect, test } from "vitest";
import { safeNext } from "./next";

test("a login leads to a place on this site", () => {
  for (const wanted of ["/", "/arena", "/play?moves=44&size=7x6", "/a//b"])
    expect(safeNext(wanted)).toBe(wanted);
});

test("a login leads nowhere else", () => {
  const elsewhere = ["//evil.example", "/\\evil.example", "https://evil.example", "javascript:x"];
  for (const wanted of [null, "", ...elsewhere, "/\t/evil.example", "/login?next=/login", "arena"])
    expect(safeNext(wanted)).toBe("/");
});
