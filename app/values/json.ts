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
