import { expect, it } from "vitest";
import { placeOf, writeTag } from "./origin";

it("writes names as tags that can be read back", () => {
  expect(writeTag("First", null)).toBe("");
  expect(writeTag("First", "level:3")).toBe('[First "level:3"]\n');
  expect(writeTag("First", 'A "B" \\ C\nD')).toBe('[First "A \\"B\\" \\\\ C D"]\n');
});

it("knows only pages of this site", () => {
  expect(placeOf("/arena?id=1")).toBe("Arena");
  for (const from of ["toString", "//example.org", "https://example.org/play"])
    expect(placeOf(from)).toBeNull();
});
