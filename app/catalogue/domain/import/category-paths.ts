/** Names from the root: ["Drinks", "Coffee"]. */
export type CategoryPath = readonly string[];

/** Normalized type or tag: "Men ", "men" and "MEN" are one category. */
export function labelKey(label: string): string {
  return label.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
}

/** Category name of a type or tag: "men" → "Men". */
export function labelName(label: string): string {
  const text = label.trim().replace(/\s+/g, " ");
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}

/** Paths in a cell: "Drinks > Coffee; Breakfast". Separators in names are escaped with a backslash. */
export function formatCategoryPaths(paths: readonly CategoryPath[]): string {
  return paths.map((path) => path.map((name) => name.replace(/[\\>;]/g, (character) => `\\${character}`)).join(" > ")).join("; ");
}

/** Inverse of `formatCategoryPaths`; empty names are dropped. */
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
