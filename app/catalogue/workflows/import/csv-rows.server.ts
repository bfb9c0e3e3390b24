import type { CsvEncoding, CsvSeparator } from "#app/catalogue/domain/import/import-run.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

/*
 * Reads CSV as it comes from spreadsheets and shops: commas, semicolons or tabs between the cells; UTF-8, UTF-16 or the old Western European
 * encoding, with or without a mark in front; any line ends, line breaks and quotation marks inside quoted cells. Written by hand because an import must name the line of every broken row and go on behind it: csv-parse counts line ends inside
 * cells twice, and after an unclosed quotation mark it drops what it had read before.
 */

export interface CsvRow {
  /** Where the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface BrokenCsvRow {
  readonly line: number;
  readonly problem: string;
}

/** Longer than any row of a product file. Ends an unclosed quotation mark. */
const MAX_ROW_LENGTH = 1_000_000;

/** How a file is written. */
export interface CsvDialect {
  readonly separator: CsvSeparator;
  readonly encoding: CsvEncoding;
}

const PLAIN_CSV: CsvDialect = { separator: ",", encoding: "utf-8" };
const SEPARATORS: readonly CsvSeparator[] = [",", ";", "\t", "|"];
/** The heading of no file is longer. */
const HEAD_BYTES = 64 * 1024;

/** The file's encoding, from its first bytes or, if these are not conclusive, from all of them. */
export async function detectDialect(source: AsyncIterable<Uint8Array>): Promise<CsvDialect> {
  let head = new Uint8Array();
  let isUtf8 = true;
  const strict = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of source) {
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
    isUtf8 &&= isDecodable(strict, chunk);
    if (!isUtf8 && head.length >= HEAD_BYTES) break;
  }
  isUtf8 &&= isDecodable(strict, null);
  const encoding = encodingOf(head, isUtf8);
  const text = new TextDecoder(encoding).decode(head).replaceAll("\0", "");
  return { encoding, separator: separatorOf(text) };
}

function isDecodable(decoder: TextDecoder, chunk: Uint8Array | null): boolean {
  try {
    if (chunk === null) decoder.decode();
    else decoder.decode(chunk, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function encodingOf(head: Uint8Array, isUtf8: boolean): CsvEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  // Letters of most headings are one byte in two: then the other ones are zero.
  const zeros = [0, 1].map((first) => head.filter((byte, index) => byte === 0 && index % 2 === first).length);
  if ((zeros[1] ?? 0) > head.length / 4) return "utf-16le";
  if ((zeros[0] ?? 0) > head.length / 4) return "utf-16be";
  return isUtf8 || head.includes(0) ? "utf-8" : "windows-1252";
}

/** The one that stands most often in the heading, outside of quotation marks. */
function separatorOf(text: string): CsvSeparator {
  const told = SEPARATOR_LINE.exec(text.slice(0, TOLD_LENGTH))?.[1];
  // Every other part between quotation marks is outside of them; one that is doubled leaves an empty part.
  const [line = ""] = text
    .split('"')
    .filter((_part, index) => index % 2 === 0)
    .join("")
    .trimStart()
    .split(/\r\n|\n|\r/);
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS.find((each) => each === told) ?? SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** "sep=;" in front of the heading: spreadsheets understand it, and some programs write it. */
const TOLD_LENGTH = 200;
const SEPARATOR_LINE = /^"?sep=(.)"?[,;\t|]*\s*$/im;

/**
 * The rows of a file, empty lines left out. A broken row is one item too, and reading goes on in the line after the one it began in.
 * Throws `NotTextError` when the bytes are no text in that encoding.
 */
export async function* readCsvRows(
  source: AsyncIterable<Uint8Array>,
  { separator, encoding }: CsvDialect = PLAIN_CSV,
): AsyncGenerator<CsvRow | BrokenCsvRow> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let text = "";
  let line = 1;
  /** The rest of a broken line has not arrived yet. */
  let isSkipping = false;
  /** Reads what is whole in `text`; at the end of the file everything is. */
  function* drain(isLast: boolean): Generator<CsvRow | BrokenCsvRow> {
    let from = 0;
    while (from < text.length) {
      if (isSkipping) {
        const next = nextLine(text, from, isLast);
        isSkipping = next === null;
        if (next !== null) line += 1;
        from = next ?? (text.endsWith("\r") ? text.length - 1 : text.length);
        if (next === null) break;
        continue;
      }
      const read = readRow(text, from, isLast, separator);
      if (read.ok) {
        const isTold =
          line === 1 && read.value.next - from <= TOLD_LENGTH && SEPARATOR_LINE.test(text.slice(from, read.value.next).trimEnd());
        if (!isTold && (read.value.cells.some((cell) => cell !== "") || read.value.cells.length > 1))
          yield { line, cells: read.value.cells };
        line += countLineEnds(text, from, read.value.next);
        from = read.value.next;
      } else if (read.error === "incomplete" && text.length - from <= MAX_ROW_LENGTH) {
        break;
      } else {
        const problem =
          read.error === "text after quote"
            ? "A quotation mark stands in the middle of a cell; inside a cell it must be doubled."
            : "A quotation mark opens here and is never closed.";
        yield { line, problem };
        isSkipping = true;
      }
    }
    text = text.slice(from);
  }
  for await (const chunk of source) {
    text += decode(decoder, chunk);
    yield* drain(false);
  }
  text += decode(decoder, null);
  yield* drain(true);
}

export class NotTextError extends Error {}

function decode(decoder: TextDecoder, chunk: Uint8Array | null): string {
  try {
    // The database takes no NUL, and no product has one.
    return (chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true })).replaceAll("\0", "");
  } catch {
    throw new NotTextError('This is not a text file. Save it as "CSV UTF-8" and try again.');
  }
}

/** Where the next line begins; null while that has not arrived (a carriage return at the end may belong to a line feed). */
function nextLine(text: string, from: number, isLast: boolean): number | null {
  const end = /\r\n|\n|\r/g;
  end.lastIndex = from;
  const found = end.exec(text);
  if (found === null) return null;
  return !isLast && found[0] === "\r" && end.lastIndex === text.length ? null : end.lastIndex;
}

const PLAIN_ENDS: Readonly<Record<CsvSeparator, RegExp>> = { ",": /[,\r\n]/g, ";": /[;\r\n]/g, "\t": /[\t\r\n]/g, "|": /[|\r\n]/g };

type RowError = "incomplete" | "text after quote" | "unclosed";

/** One row from `from`, with the place behind its line end. "incomplete": more text is needed to tell. */
function readRow(
  text: string,
  from: number,
  isLast: boolean,
  separator: CsvSeparator,
): Result<{ readonly cells: readonly string[]; readonly next: number }, RowError> {
  const cells: string[] = [];
  const plainEnd = PLAIN_ENDS[separator];
  let at = from;
  for (;;) {
    let cell: string;
    if (text.charAt(at) === '"') {
      const close = findClosingQuote(text, at + 1);
      if (close === -1) return fail(isLast ? "unclosed" : "incomplete");
      cell = text.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
    } else {
      plainEnd.lastIndex = at;
      const end = plainEnd.exec(text)?.index ?? text.length;
      cell = text.slice(at, end);
      at = end;
    }
    const next = text.charAt(at);
    // At the end of what has been read, another quotation mark, a line feed or more of the cell may follow.
    if (!isLast && (next === "" || (next === "\r" && at + 1 === text.length))) return fail("incomplete");
    if (next !== "" && next !== separator && next !== "\r" && next !== "\n") return fail("text after quote");
    cells.push(cell);
    if (next !== separator) return ok({ cells, next: at + (text.startsWith("\r\n", at) ? 2 : next.length) });
    at += 1;
  }
}

/** The quotation mark that ends a cell: the first one that is not doubled; -1 when there is none. */
function findClosingQuote(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 2)) {
    if (text.charAt(quote + 1) !== '"') return quote;
  }
  return -1;
}

/** The same text with memory of its own: a cell is a window into the piece of the file it stood in, and keeps the whole piece while it is kept. */
export function ownText(cell: string): string {
  return Buffer.from(cell).toString();
}

function countLineEnds(text: string, from: number, to: number): number {
  return text.slice(from, to).match(/\r\n|\n|\r/g)?.length ?? 0;
}
