/** Items with React keys derived from their text; duplicates are numbered. For lists that are not edited. */
export function keyed<T>(items: readonly T[], textOf: (item: T) => string): readonly { readonly key: string; readonly item: T }[] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const text = textOf(item);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return { key: `${count} ${text}`, item };
  });
}
