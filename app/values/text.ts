/*
 * The one rule for text that people write (docs/rules/text.md): composed letters, plain line ends, nothing around it; what turns the direction of
 * other text is taken out, because it is copied and pasted unnoticed; control characters are refused, because they are never typed and
 * a mail header, a printer or a terminal obeys them. Text without a visible character is no text.
 */

/** Embeddings, overrides and isolates of direction, and the byte order mark. Joiners stay: emoji and Persian words are written with them. */
const UNSEEN = /[\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Tab and line feed belong to text of several lines. */
const CONTROL = /[^\P{Cc}\t\n]/gu;

export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, "");
}

/** Text as it is kept: in NFC, line ends as \n, trimmed, without direction signs; "" when nothing of it can be seen. */
export function tidyText(text: string): string {
  const tidy = withoutUnseen(text)
    .replace(/\r\n?|[\u2028\u2029]/gu, "\n")
    .normalize("NFC")
    .trim();
  return VISIBLE.test(tidy) || tidy.search(CONTROL) !== -1 || !tidy.isWellFormed() ? tidy : "";
}

/** Text of any number of lines: no control characters, no halves of surrogate pairs. */
export function isText(text: string): boolean {
  return text.isWellFormed() && text.search(CONTROL) === -1;
}

/** The same in one line, without tabs. */
export function isLine(text: string): boolean {
  return isText(text) && !/[\t\n\u2028\u2029]/u.test(text);
}

/** For drafts, which are never refused: removes the characters that `isText` refuses and cuts to `max` characters. */
export function keepText(text: string, max: number): string {
  return tidyText(text.toWellFormed().replace(/\r\n?/gu, "\n").replace(CONTROL, "")).slice(0, max).toWellFormed();
}

/** The first `max` UTF-16 code units, without the first half of a pair that the cut would split. */
export function cutText(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, "");
}

/** Whether a text contains each word of a search, whatever its case. */
export function matchesWords(search: string, text: string): boolean {
  const content = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => content.includes(word));
}

/** "gluten-free" → "Gluten-free". */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Each word once, in its first spelling: case does not tell them apart. */
export function withoutRepeats(words: readonly string[]): string[] {
  return words.filter((word, index) => words.findIndex((each) => each.toLowerCase() === word.toLowerCase()) === index);
}
