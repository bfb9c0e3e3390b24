import { US_DOLLARS } from "#app/values/money.ts";
import { expect, test } from "vitest";
import { areaOf, blockCells, fillDown, parseTsv, writeTsv } from "./cell-area.ts";
import {
  cellText,
  countWords,
  editsAfter,
  moveBy,
  newHistory,
  readText,
  shownText,
  standingAnswer,
  stepTo,
  textProblem,
  typeCells,
  type EditHistory,
  type SheetAnswer,
  type SheetColumn,
  type SheetRow,
} from "./sheet-data.ts";

const row = (id: string, price: string): SheetRow => ({ id, label: `Row ${id}`, to: `/${id}`, texts: { price, group: "" } });
const soup = row("1", "5.00");
const stew = row("2", "7.00");
const groups: SheetColumn = {
  name: "group",
  title: "Group",
  isMany: true,
  options: [
    { value: "1", label: "Food" },
    { value: "2", label: "Food › Soups" },
    { value: "3", label: "Drinks › Soups" },
    { value: "4", label: "Food › Stews" },
  ],
};

test("an edit ends when the original value returns", () => {
  const typed = typeCells({}, [
    { row: soup, column: "price", text: "6.00" },
    { row: stew, column: "price", text: "8.00" },
  ]);
  expect(typed["1"]).toEqual({ label: "Row 1", before: { price: "5.00" }, texts: { price: "6.00" } });
  expect(countWords(typed, ["row", "rows"], US_DOLLARS)).toBe("2 changes in 2 rows");
  const reread = { ...soup, texts: { price: "5.50", group: "" } };
  expect(typeCells(typed, [{ row: reread, column: "price", text: "6.50" }])["1"]).toMatchObject({ before: { price: "5.00" } });
  expect(cellText(typed, soup, "price")).toBe("6.00");
  expect(Object.keys(typeCells(typed, [{ row: soup, column: "price", text: "5.00" }]))).toEqual(["2"]);
});

test("keeps an edit over a changed row", () => {
  const typed = typeCells({}, [{ row: soup, column: "price", text: "6.00" }]);
  const after = (price: string) => editsAfter(typed, { saved: [], overtaken: { "1": { texts: { price } } } });
  expect(after("5.75")).toEqual({ "1": { label: "Row 1", before: { price: "5.75" }, texts: { price: "6.00" } } });
  expect(after("6.00")).toEqual({});
  expect(editsAfter(typed, { saved: ["1"], overtaken: {} })).toEqual({});
});

test("undoes and redoes; keystrokes in one cell are one step", () => {
  const type = (text: string) => typeCells({}, [{ row: soup, column: "price", text }]);
  const now = ({ steps, at }: EditHistory) => steps[at];
  let history = stepTo(newHistory({}), type("6"), "1:price");
  history = stepTo(history, type("6.5"), "1:price");
  history = stepTo(history, type("9"));
  history = moveBy(history, -1);
  expect(now(history)).toEqual(type("6.5"));
  history = moveBy(history, -1);
  expect(now(history)).toEqual({});
  expect(now(moveBy(history, -1))).toEqual({});
  history = moveBy(moveBy(history, 1), 1);
  expect(now(history)).toEqual(type("9"));
  const other = stepTo(moveBy(history, -1), type("1"));
  expect(now(moveBy(other, 1)), "what was taken back is gone").toEqual(type("1"));
});

test.each([
  ["Food", "1"],
  ["food › soups; Food › Stews", "2,4"],
  ["Stews", "4"],
  ["Soups", "Soups"],
  ["Stews; Cakes", "Stews; Cakes"],
  ["", ""],
])("parses names %j as %j", (typed, text) => {
  expect(readText(groups, typed)).toBe(text);
});

test("reports invalid cells and parses its own format", () => {
  expect(textProblem(groups, "Soups")).toBe("“Soups” is not one of the choices.");
  expect(textProblem(groups, "2,4")).toBeUndefined();
  expect(readText(groups, shownText(groups, "2,4"))).toBe("2,4");
  const price: SheetColumn = { name: "price", title: "Price", isFigure: true, prefix: "$" };
  expect([shownText(price, "5.00"), shownText(price, ""), readText(price, " $5.00 ")]).toEqual(["$5.00", "", "5.00"]);
  const euros: SheetColumn = { name: "price", title: "Price", isFigure: true, suffix: " €" };
  expect([shownText(euros, "1,30"), readText(euros, "1,30 €")]).toEqual(["1,30 €", "1,30"]);
});

test("copies and pastes like other spreadsheets", () => {
  const cells = [
    ["a", 'say "x"', ""],
    ["two\nlines", "tab\there", "1.50"],
  ];
  expect(parseTsv(writeTsv(cells))).toEqual(cells);
  expect(parseTsv("5.00\r\n6.00\r\n")).toEqual([["5.00"], ["6.00"]]);
  expect(parseTsv('5"\t"open')).toEqual([['5"', '"open']]);
});

test("fills the selection, repeats blocks and counts the rest", () => {
  const sheet = { rows: [0, 1, 2, 3], columns: ["A", "B", "C"] };
  const all = areaOf({ row: 3, column: 1 }, { row: 0, column: 0 });
  const texts = (block: readonly (readonly string[])[]) => blockCells(block, all, sheet).cells.map((cell) => cell.text);
  expect(texts([["x"]])).toHaveLength(8);
  expect(texts([["x"], ["y"]]).join("")).toBe("xxyyxxyy");
  const one = areaOf({ row: 3, column: 2 }, { row: 3, column: 2 });
  expect(blockCells([["a", "b"], ["c"]], one, sheet)).toEqual({ cells: [{ row: 3, column: "C", text: "a" }], left: 2 });
  expect(blockCells([], one, sheet)).toEqual({ cells: [], left: 0 });
});

test("fills down from the first or previous row", () => {
  const down = (from: number, to: number) => fillDown(areaOf({ row: from, column: 1 }, { row: to, column: 1 }));
  expect(down(1, 3)).toEqual({ from: 1, to: { top: 2, bottom: 3, left: 1, right: 1 } });
  expect(down(2, 2)).toEqual({ from: 1, to: { top: 2, bottom: 2, left: 1, right: 1 } });
  expect(down(0, 0).from).toBe(-1);
});

test("a response is shown until every refused cell is edited or it is discarded", () => {
  const problems = { "1": { price: "Enter an amount such as 12.50." } };
  const answer: SheetAnswer = { kind: "sheet", saved: ["2"], problems, overtaken: {} };
  expect(standingAnswer(answer, undefined, problems)).toBe(answer);
  expect(standingAnswer(answer, undefined, { "1": {} })).toBeUndefined();
  expect(standingAnswer(answer, answer, problems)).toBeUndefined();
  const lost: SheetAnswer = { kind: "lost" };
  expect(standingAnswer(lost, answer, {})).toBe(lost);
  expect(standingAnswer(lost, lost, {})).toBeUndefined();
});
