/** The value a control holds as JSON; undefined for anything else, such as what was typed without scripts. */
export function readJson<Value>(text: string): Value | undefined {
  try {
    const value: unknown = JSON.parse(text === "" ? "null" : text);
    return value === null ? undefined : (value as Value);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
