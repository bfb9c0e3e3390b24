/** The value a control holds as JSON; undefined for anything else, such as what was typed without scripts. */
// oxlint-disable-next-line no-unnecessary-type-parameters -- the caller says what the control holds
export function readJson<Value>(text: string): Value | undefined {
  try {
    const value: unknown = JSON.parse(text === "" ? "null" : text);
    return value === null ? undefined : (value as Value);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
