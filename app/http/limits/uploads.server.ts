/** Uploads that are taken in at the same moment: each keeps a whole file in memory. */
const MOST_AT_ONCE = 3;
const WAITING_AT_MOST = 20;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs `take` when there is room for another upload; null when too many wait already, who should come back in a second. */
export async function whenUploadFits<Answer>(take: () => Promise<Answer>): Promise<Answer | null> {
  if (running >= MOST_AT_ONCE) {
    if (waiting.length >= WAITING_AT_MOST) return null;
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await take();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
