/** What a text of JSON holds, "" standing for `empty`; undefined for what is no JSON, which no schema takes. */
export function jsonOf(text: string, empty = "null"): unknown {
  try {
    return JSON.parse(text === "" ? empty : text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether it is an object with names, no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * JSON in which the texts with these names, and the texts of an object with such a name, are written in another way. What is no JSON, or too deep,
 * stays as it is.
 */
export function withTextsIn(json: string, names: readonly string[], write: (text: string) => string): string {
  const value = jsonOf(json);
  if (value === undefined || value === null) return json;
  const written = (each: unknown) => (typeof each === "string" ? write(each) : each);
  try {
    return JSON.stringify(value, (name, each: unknown) => {
      if (!names.includes(name)) return each;
      return isRecord(each) ? Object.fromEntries(Object.entries(each).map(([key, text]) => [key, written(text)])) : written(each);
    });
  } catch (error) {
    // Reading JSON takes any depth, writing it does not.
    if (error instanceof RangeError) return json;
    throw error;
  }
}
