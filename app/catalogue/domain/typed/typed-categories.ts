import { MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { isLine, tidyText } from "#app/values/text.ts";
import { MAX_CATEGORY_DEPTH } from "#app/catalogue/domain/category.ts";

const MOST_LINES = 200;

interface TypedCategory {
  readonly name: string;
  /** 0 = top level. */
  readonly depth: number;
}

/** A category to be added. */
export interface PlannedCategory {
  readonly name: string;
  /** An existing category, another planned one by its index, or null for the top level. */
  readonly parent: { readonly id: number } | { readonly place: number } | null;
}

/** Parses one category per line; a more indented line is below the previous one. */
export function readTypedCategories(text: string): Result<readonly TypedCategory[], string> {
  const typed: TypedCategory[] = [];
  const indents: number[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const name = tidyText(line.replace(/^\s*[-–•*]\s+/, "")).trim();
    if (name === "") continue;
    const indent = (/^\s*/.exec(line)?.[0] ?? "").replaceAll("\t", "    ").length;
    while (indents.length > 0 && indent < (indents.at(-1) ?? 0)) indents.pop();
    if (indents.length === 0 || indent > (indents.at(-1) ?? 0)) indents.push(indent);
    const depth = indents.length - 1;
    const where = `Line ${index + 1}: `;
    if (name.length > MAX_TITLE_LENGTH) return fail(`${where}enter at most ${MAX_TITLE_LENGTH} characters.`);
    if (!isLine(name)) return fail(`${where}enter one line of plain text.`);
    if (depth >= MAX_CATEGORY_DEPTH) return fail(`${where}categories have at most ${MAX_CATEGORY_DEPTH} levels.`);
    typed.push({ name, depth });
  }
  if (typed.length === 0) return fail("Enter at least one name.");
  return typed.length > MOST_LINES ? fail(`Enter at most ${MOST_LINES} categories at once.`) : ok(typed);
}

/** The categories to add. A name that already exists under its parent is reused, also as parent of the names below it. */
export function planCategories(
  existing: readonly { readonly id: number; readonly parentId: number | null; readonly name: string }[],
  typed: readonly TypedCategory[],
): readonly PlannedCategory[] {
  const keyOf = (parent: PlannedCategory["parent"], name: string) => `${JSON.stringify(parent)} ${name.toLowerCase()}`;
  const placed = new Map<string, NonNullable<PlannedCategory["parent"]>>(
    existing.map(({ id, parentId, name }) => [keyOf(parentId === null ? null : { id: parentId }, name), { id }]),
  );
  const planned: PlannedCategory[] = [];
  const above: NonNullable<PlannedCategory["parent"]>[] = [];
  for (const { name, depth } of typed) {
    const parent = above[depth - 1] ?? null;
    const key = keyOf(parent, name);
    const found = placed.get(key) ?? { place: planned.push({ name, parent }) - 1 };
    placed.set(key, found);
    above.splice(depth, above.length, found);
  }
  return planned;
}
