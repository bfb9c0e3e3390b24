/** Names from the root down to the category: ["Drinks", "Coffee"]. */
export type CategoryPath = readonly string[];

/** What two spellings of a type or tag have in common: "Men ", "men" and "MEN" are one category. */
export function labelKey(label: string): string {
  return label.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
}

/** A type or tag as the name of a category: "men" → "Men". */
export function labelName(label: string): string {
  const text = label.trim().replace(/\s+/g, " ");
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}

/** Paths as one cell: "Drinks > Coffee; Breakfast". Separators inside a name are escaped with a backslash. */
export function formatCategoryPaths(paths: readonly CategoryPath[]): string {
  return paths.map((path) => path.map((name) => name.replace(/[\\>;]/g, (character) => `\\${character}`)).join(" > ")).join("; ");
}

/** `formatCategoryPaths` read back; empty names and empty paths are left out. */
export function parseCategoryPaths(cell: string): readonly CategoryPath[] {
  const paths: string[][] = [];
  let path: string[] = [];
  let name = "";
  const endName = (): void => {
    if (name.trim() !== "") path.push(name.trim());
    name = "";
  };
  for (let index = 0; index < cell.length; index += 1) {
    const character = cell.charAt(index);
    if (character === "\\" && index + 1 < cell.length) {
      index += 1;
      name += cell.charAt(index);
    } else if (character === ">") {
      endName();
    } else if (character === ";") {
      endName();
      if (path.length > 0) paths.push(path);
      path = [];
    } else {
      name += character;
    }
  }
  endName();
  if (path.length > 0) paths.push(path);
  return paths;
}
