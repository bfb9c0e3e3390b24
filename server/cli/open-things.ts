/** What this process has open, so that every way out (the end, a failure, a signal) closes it in the opposite order. */
const closers: (() => Promise<void>)[] = [];

export function closeAtTheEnd(close: () => Promise<void>): void {
  closers.push(close);
}

/** May be called twice. */
export async function closeEverything(): Promise<void> {
  for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
}
