/** Percentage of orders from which a trigram counts as common. */
const COMMON_PERCENT = 10;
/** The trigrams of a text, as the index has them. */
const LETTERS = 3;

/**
 * The parts of a searched text that few orders contain, at least three letters each; the whole text if there are none. A trigram index reads the list
 * of all orders for each trigram. For "@example.com" those lists are long and do not narrow down the result.
 *
 * @param text in lower case, at least three letters
 * @param lines search texts of some orders, in lower case
 */
export function rareParts(text: string, lines: readonly string[]): readonly string[] {
  const letters = Array.from(text);
  const most = (lines.length * COMMON_PERCENT) / 100;
  const parts: string[] = [];
  let part = "";
  for (let at = 0; at + LETTERS <= letters.length; at += 1) {
    const three = letters.slice(at, at + LETTERS).join("");
    const isCommon = lines.filter((line) => line.includes(three)).length > most;
    if (isCommon && part !== "") parts.push(part);
    if (isCommon) part = "";
    else part = part === "" ? three : part + (letters[at + LETTERS - 1] ?? "");
  }
  const rare = [...parts, part].filter((each) => /[\p{L}\p{N}]{3}/u.test(each));
  return rare.length === 0 ? [text] : rare;
}
