/*
 * The rules for user-written text (docs/rules/text.md): NFC, \n line ends, trimmed. Direction controls are removed, because they are copied
 * and pasted unnoticed. Control characters are refused: they are never typed, and a mail header, a printer or a terminal obeys them. Text
 * without a visible character is empty.
 */

/** Directional embeddings, overrides and isolates, and the byte order mark. Joiners stay: emoji and Persian words need them. */
const UNSEEN = /[\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Tab and line feed are allowed in multi-line text. */
const CONTROL = /[^\P{Cc}\t\n]/gu;

export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, "");
}

/** Normalized text: NFC, \n line ends, trimmed, without direction controls; "" if nothing is visible. */
export function tidyText(text: string): string {
  const tidy = withoutUnseen(text)
    .replace(/\r\n?|[\u2028\u2029]/gu, "\n")
    .normalize("NFC")
    .trim();
  return VISIBLE.test(tidy) || tidy.search(CONTROL) !== -1 || !tidy.isWellFormed() ? tidy : "";
}

/** Multi-line text: no control characters, no unpaired surrogates. */
export function isText(text: string): boolean {
  return text.isWellFormed() && text.search(CONTROL) === -1;
}

/** The same for a single line, without tabs. */
export function isLine(text: string): boolean {
  return isText(text) && !/[\t\n\u2028\u2029]/u.test(text);
}

/** For drafts, which are never refused: removes invalid characters and cuts to `max` characters. */
export function keepText(text: string, max: number): string {
  return tidyText(text.toWellFormed().replace(/\r\n?/gu, "\n").replace(CONTROL, "")).slice(0, max).toWellFormed();
}

/** The first `max` UTF-16 code units, without splitting a surrogate pair. */
export function cutText(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, "");
}

/** Whether a text contains each word of a search, ignoring case. */
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

/** Each word once, in its first spelling, ignoring case. */
export function withoutRepeats(words: readonly string[]): string[] {
  return words.filter((word, index) => words.findIndex((each) => each.toLowerCase() === word.toLowerCase()) === index);
}
