/** What is wrong in a file, and where: "settings.TAX_RATE", "pages[3].slug". */
export interface FileProblem {
  readonly path: string;
  readonly message: string;
}

/** One thing that a file would change; `before` null = it is new. */
export interface ConfigurationChange {
  readonly section: "settings" | "menus" | "pages";
  readonly name: string;
  readonly before: string | null;
  readonly after: string;
}

/** ["pages", 3, "slug"] → "pages[3].slug" */
export function pathText(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${String(part)}`)).join("");
}
