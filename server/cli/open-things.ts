/** Open resources, closed in reverse order on every exit. */
const closers: (() => Promise<void>)[] = [];

export function closeAtTheEnd(close: () => Promise<void>): void {
  closers.push(close);
}

/** May be called twice. */
export async function closeEverything(): Promise<void> {
  for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
}
