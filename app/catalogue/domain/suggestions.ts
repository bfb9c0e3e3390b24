/** Search suggestions, as the call returns them. */
export interface Suggestions {
  /** At most three. */
  readonly categories: readonly { readonly id: number; readonly name: string }[];
  /** At most six, best first; major units, with current offers. */
  readonly products: readonly {
    readonly id: number;
    readonly name: string;
    readonly price: number;
    readonly price_is_from: boolean;
    /** " / kg" for a product sold by weight, else "". */
    readonly price_per: string;
    readonly image: string | null;
    readonly sold_out: boolean;
  }[];
}

const MOST_CATEGORIES = 3;
export const MOST_SUGGESTED = 6;

/** Categories with every word as a word prefix, ignoring case and accents. */
export function suggestCategories<T extends { readonly name: string }>(categories: readonly T[], q: string): readonly T[] {
  const typed = wordsOf(q);
  if (typed.length === 0) return [];
  const isMeant = ({ name }: T) => {
    const words = wordsOf(name);
    return typed.every((each) => words.some((word) => word.startsWith(each)));
  };
  return categories.filter(isMeant).slice(0, MOST_CATEGORIES);
}

function wordsOf(text: string): readonly string[] {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}
