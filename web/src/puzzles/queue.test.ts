import { expect, it } from "vitest";
import { bandAround } from "./queue";

it("asks for no ratings that the API refuses", () => {
  expect(bandAround(1500, 150)).toEqual({ low: 1350, high: 1650 });
  expect(bandAround(250, 400)).toEqual({ low: 0, high: 650 });
  expect(bandAround(3900, 400)).toEqual({ low: 3500, high: 4000 });
});
