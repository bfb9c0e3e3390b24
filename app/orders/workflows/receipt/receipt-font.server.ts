import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";

const FOLDER = "@expo-google-fonts/noto-sans";

/** Noto Sans supports Latin (with Vietnamese), Greek, Cyrillic and Devanagari. */
export interface ReceiptFont {
  readonly regular: Buffer;
  readonly bold: Buffer;
  /** The text in characters that the font has. A missing character becomes `MISSING`. */
  readonly printable: (text: string) => Printable;
}

interface Printable {
  readonly text: string;
  readonly hasMissing: boolean;
}

/** Printed for a character that the font lacks, such as Chinese, Arabic or an emoji. */
const MISSING = "?";

let loaded: Promise<ReceiptFont> | undefined;

/** Loads the font with the first receipt. */
export function receiptFont(): Promise<ReceiptFont> {
  loaded ??= loadFont().catch((error: unknown) => {
    // The next receipt tries again.
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function loadFont(): Promise<ReceiptFont> {
  const { resolve } = createRequire(import.meta.url);
  const [regular, bold] = await Promise.all([
    readFile(resolve(`${FOLDER}/400Regular/NotoSans_400Regular.ttf`)),
    readFile(resolve(`${FOLDER}/700Bold/NotoSans_700Bold.ttf`)),
  ]);
  const font = create(regular);
  if ("fonts" in font) throw new Error("The receipt's font file is a collection.");
  return { regular, bold, printable: (text) => replaceMissing(text, font) };
}

/** Longer than any field of an order; breaking a longer word into lines takes minutes. */
const MAX_LENGTH = 1000;

/** One `MISSING` per written character: an emoji of several code points is one. */
const CHARACTERS = new Intl.Segmenter("en", { granularity: "grapheme" });

function replaceMissing(text: string, font: Font): Printable {
  const composed = text
    .slice(0, MAX_LENGTH)
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll(/\p{Cf}+/gu, "")
    .trim();
  const characters = Array.from(CHARACTERS.segment(composed), ({ segment }) => segment);
  const isMissing = (character: string) => Array.from(character).some((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  return {
    text: characters.map((character) => (isMissing(character) ? MISSING : character)).join(""),
    hasMissing: characters.some(isMissing),
  };
}
