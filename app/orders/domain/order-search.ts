/** Percentage of orders from which a trigram counts as common. */
const COMMON_PERCENT = 10;
/** The trigrams of a text, as the index has them. */
const LETTERS = 3;

/**
 * Those parts of a searched text that few orders hold, three letters at least; the whole text where there are none. An index of three letters each
 * reads for every three the list of all orders that hold them: of "@example.com" those are long, and say nothing that the rest has not said.
 *
 * @param text in small letters, three at least
 * @param lines what some orders are searched by, in small letters
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
