import { suggestSlug } from "#app/values/addresses/slug.ts";
import { labelKey } from "#app/catalogue/domain/import/category-paths.ts";
import type { ImportProblem } from "#app/catalogue/domain/import/problems.ts";
import type { WooRecord } from "./woocommerce-record.ts";
import { MAX_VARIANTS } from "#app/catalogue/domain/import/variants.ts";

export interface WooVariants {
  /** At most three: further ones are merged into the third. */
  readonly titles: readonly string[];
  readonly variants: readonly { readonly values: readonly string[]; readonly record: WooRecord }[];
  readonly problems: readonly ImportProblem[];
}

const MAX_TITLES = 3;
const SEPARATOR = " / ";

/** Combinations of the variations. An empty attribute means all values, unless a variation is more specific. */
export function variationRows(product: WooRecord, variations: readonly WooRecord[]): WooVariants {
  const problems: ImportProblem[] = [];
  const sold = variations.filter((variation) => {
    const state = variation.cells.published?.trim() ?? "1";
    if (state === "0" || state === "-1") {
      problems.push({ line: variation.line, lost: "row", message: "This variation is not published, so it is left out." });
      return false;
    }
    return true;
  });
  const names = [
    ...new Map(sold.flatMap((each) => each.attributes.map((attribute) => [labelKey(attribute.name), attribute.name]))).entries(),
  ];
  const order = product.attributes.map((attribute) => labelKey(attribute.name));
  const axes = names
    .toSorted(([a], [b]) => rank(order, a) - rank(order, b))
    .map(([key, name]) => {
      const own = product.attributes.find((attribute) => labelKey(attribute.name) === key);
      const given = own?.values ?? [];
      const values = [...given, ...sold.flatMap((each) => valueOf(each, key).map((value) => spelling(given, value)))];
      return { key, title: own?.name ?? name, values: [...new Map(values.map((value) => [labelKey(value), value])).values()] };
    })
    .filter((axis) => axis.values.length > 0);
  const byValues = new Map<string, { readonly values: readonly string[]; readonly record: WooRecord }>();
  const open = (record: WooRecord) => axes.filter((axis) => valueOf(record, axis.key).length === 0).length;
  for (const record of sold.toSorted((a, b) => open(a) - open(b) || a.line - b.line)) {
    const combinations = combine(axes.map((axis) => pick(axis.values, valueOf(record, axis.key)[0])));
    for (const values of combinations) {
      const key = values.join("\u0000");
      const taken = byValues.get(key);
      if (taken === undefined) byValues.set(key, { values, record });
      else if (open(taken.record) === open(record))
        problems.push({
          line: record.line,
          lost: "row",
          message: `${values.join(SEPARATOR)} is already in line ${taken.record.line}.`,
        });
    }
    if (byValues.size > MAX_VARIANTS) break;
  }
  const inOrder = [...byValues.values()].toSorted((a, b) => {
    for (const [index, axis] of axes.entries()) {
      const difference = axis.values.indexOf(a.values[index] ?? "") - axis.values.indexOf(b.values[index] ?? "");
      if (difference !== 0) return difference;
    }
    return 0;
  });
  return {
    titles: axes.length === 0 ? ["Variation"] : together(axes.map((axis) => axis.title)),
    variants: inOrder.map(({ values, record }) => ({ values: axes.length === 0 ? ["Standard"] : together(values), record })),
    problems,
  };
}

function valueOf(record: WooRecord, key: string): readonly string[] {
  return record.attributes.find((attribute) => labelKey(attribute.name) === key)?.values.slice(0, 1) ?? [];
}

/** The product's spelling of the value; all if none. */
function pick(values: readonly string[], wanted: string | undefined): readonly string[] {
  return wanted === undefined ? values : [spelling(values, wanted)];
}

/** Older shops write slugs: "extra-large" is "Extra Large". */
function spelling(values: readonly string[], wanted: string): string {
  const same = values.find((value) => labelKey(value) === labelKey(wanted));
  if (same !== undefined) return same;
  const likely = values.filter((value) => suggestSlug(value) === wanted);
  return likely.length === 1 ? (likely[0] ?? wanted) : wanted;
}

function combine(choices: readonly (readonly string[])[]): readonly (readonly string[])[] {
  let combinations: readonly (readonly string[])[] = [[]];
  for (const values of choices) {
    combinations = combinations.flatMap((chosen) => values.map((value) => [...chosen, value]));
    // More are refused anyway, so counting can stop.
    if (combinations.length > MAX_VARIANTS) return combinations.slice(0, MAX_VARIANTS + 1).map((each) => padded(each, choices.length));
  }
  return combinations;
}

function padded(values: readonly string[], length: number): readonly string[] {
  return [...values, ...Array.from({ length: length - values.length }, () => "")];
}

function together(parts: readonly string[]): readonly string[] {
  return parts.length <= MAX_TITLES ? parts : [...parts.slice(0, MAX_TITLES - 1), parts.slice(MAX_TITLES - 1).join(SEPARATOR)];
}

function rank(order: readonly string[], key: string): number {
  const at = order.indexOf(key);
  return at === -1 ? order.length : at;
}
