/** Logs a failure that the page survives. */
export function warn(sentence: string, detail: unknown): void {
  // oxlint-disable-next-line no-console -- a browser has no other log
  console.warn(sentence, detail);
}
