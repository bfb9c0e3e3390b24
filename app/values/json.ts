/** Parses JSON; "" means `empty`, invalid JSON gives undefined. */
export function jsonOf(text: string, empty = "null"): unknown {
  try {
    return JSON.parse(text === "" ? empty : text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether it is an object, not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Rewrites the strings under these names, also inside objects with such a name. Invalid or too deep JSON is returned unchanged. */
export function withTextsIn(json: string, names: readonly string[], write: (text: string) => string): string {
  const value = jsonOf(json);
  if (value === undefined || value === null) return json;
  const rewritten = (entry: unknown) => (typeof entry === "string" ? write(entry) : entry);
  try {
    return JSON.stringify(value, (name, entry: unknown) => {
      if (!names.includes(name)) return entry;
      return isRecord(entry) ? Object.fromEntries(Object.entries(entry).map(([key, text]) => [key, rewritten(text)])) : rewritten(entry);
    });
  } catch (error) {
    // JSON.parse accepts any depth, JSON.stringify does not.
    if (error instanceof RangeError) return json;
    throw error;
  }
}
