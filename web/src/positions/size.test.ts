import { expect, test } from "vitest";

import { COMMON_SIZES, MOST_COLUMNS, MOST_ROWS, mostColumns, mostRows, parseSize } from "./size";

test("every size fits into the engine's 63 bits, and the next larger does not", () => {
  expect([mostRows(7), mostRows(9), mostRows(12), mostRows(1)]).toEqual([8, 6, 4, MOST_ROWS]);
  expect([mostColumns(6), mostColumns(4), mostColumns(1)]).toEqual([9, 12, MOST_COLUMNS]);
  for (const { columns, rows } of COMMON_SIZES.map(parseSize))
    expect(rows).toBeLessThanOrEqual(mostRows(columns));
});
