interface Picture {
  readonly id: number;
  readonly fileName: string;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

export interface MatchedPictures {
  /** Picture ids by product id, in the order of the files. */
  readonly matched: ReadonlyMap<number, readonly number[]>;
  /** Files that match no product name. */
  readonly unmatched: readonly string[];
}

/**
 * Matches files to products by name: "rye-loaf_2.JPG" belongs to "Rye loaf". A longer matching name wins over a shorter one, and only whole
 * words count.
 */
export function matchPictures(pictures: readonly Picture[], products: readonly Named[]): MatchedPictures {
  const byLength = products
    .map(({ id, name }) => ({ id, words: wordsOf(name) }))
    .filter(({ words }) => words !== "")
    .toSorted((one, other) => other.words.length - one.words.length);
  const matched = new Map<number, readonly number[]>();
  const unmatched: string[] = [];
  for (const { id, fileName } of pictures) {
    const words = wordsOf(fileName.replace(/\.\w{2,5}$/, ""));
    const found = byLength.find((product) => words === product.words || words.startsWith(`${product.words} `));
    if (found === undefined) unmatched.push(fileName);
    else matched.set(found.id, [...(matched.get(found.id) ?? []), id]);
  }
  return { matched, unmatched };
}

/** "Pain_au-Chocolat" and "Pain au chocolat" are equal. */
function wordsOf(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
