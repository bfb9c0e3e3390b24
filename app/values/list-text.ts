/** The non-empty parts of a typed list: "new, spicy" → ["new", "spicy"]. */
export function splitList(text: string, separator: string | RegExp = ","): readonly string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
