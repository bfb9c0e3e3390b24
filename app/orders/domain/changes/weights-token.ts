import type { Cents } from "#app/values/money.ts";

/** A token that confirms low weights: these weights, for that version of the order and that total. Any other input needs a new confirmation. */
export function weightsToken(
  { version, total }: { readonly version: number; readonly total: Cents },
  weights: readonly { readonly id: string; readonly weight: number }[],
): string {
  return [`${version}:${total}`, ...weights.map(({ id, weight }) => `${id}:${weight}`)].join(" ");
}

/** The weights of a token by item, in the format of the form's fields. */
export function typedWeights(token: string, unit: "g" | "lb"): Readonly<Record<string, string>> {
  const pairs = token.split(" ").map((pair) => pair.split(":"));
  return Object.fromEntries(pairs.map(([id = "", weight = ""]) => [id, unit === "lb" ? String(Number(weight) / 100) : weight]));
}
