/** Shorter words are never treated as typos. */
export const MIN_MISTYPED_LENGTH = 4;
/** From this length on, two typos are allowed. */
const LONG_WORD = 8;
/** Maximum alternatives of a typo. */
const MOST_MEANT = 5;

/** Edit distance with transpositions. */
export function letterDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/** Similar words, nearest first: one typo, in long words two. */
export function wordsMeant(typed: string, words: readonly string[]): readonly string[] {
  if (typed.length < MIN_MISTYPED_LENGTH) return [];
  const most = typed.length < LONG_WORD ? 1 : 2;
  return [...new Set(words)]
    .map((word) => ({ word, distance: letterDistance(typed, word) }))
    .filter(({ distance }) => distance > 0 && distance <= most)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MOST_MEANT)
    .map(({ word }) => word);
}

/** Deletions and transpositions of a short word. */
export function nearSpellings(word: string): readonly string[] {
  const letters = Array.from(word);
  const without = letters.map((_, index) => letters.toSpliced(index, 1).join(""));
  const swapped = letters.slice(1).map((letter, index) => letters.toSpliced(index, 2, letter, letters[index] ?? "").join(""));
  return [...new Set([...without, ...swapped])].filter((each) => each !== word);
}
