import type { CsvEncoding, CsvSeparator } from "#app/catalogue/domain/import/import-run.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

/*
 * Parses CSV from spreadsheets and shops: commas, semicolons or tabs; UTF-8, UTF-16 or the legacy Western European encoding, with or
 * without a byte order mark; any line ends; line breaks and quotation marks inside quoted cells. Written by hand, because an import must
 * report the line of every broken row and continue after it: csv-parse counts line ends inside cells twice, and drops rows already read
 * after an unclosed quotation mark.
 */

export interface CsvRow {
  /** The row's first line, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface BrokenCsvRow {
  readonly line: number;
  readonly problem: string;
}

/** Longer than any row of a product file. Limits an unclosed quotation mark. */
const MAX_ROW_LENGTH = 1_000_000;

/** The notation of a file. */
export interface CsvDialect {
  readonly separator: CsvSeparator;
  readonly encoding: CsvEncoding;
}

const PLAIN_CSV: CsvDialect = { separator: ",", encoding: "utf-8" };
const SEPARATORS: readonly CsvSeparator[] = [",", ";", "\t", "|"];
/** Longer than any header. */
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
  // Most header letters are one of two bytes: the other one is zero.
  const zeros = [0, 1].map((first) => head.filter((byte, index) => byte === 0 && index % 2 === first).length);
  if ((zeros[1] ?? 0) > head.length / 4) return "utf-16le";
  if ((zeros[0] ?? 0) > head.length / 4) return "utf-16be";
  return isUtf8 || head.includes(0) ? "utf-8" : "windows-1252";
}

/** The most frequent separator in the header, outside quotation marks. */
function separatorOf(text: string): CsvSeparator {
  const declared = SEPARATOR_LINE.exec(text.slice(0, TOLD_LENGTH))?.[1];
  // Every other part between quotation marks is outside them; a doubled mark leaves an empty part.
  const [line = ""] = text
    .split('"')
    .filter((_part, index) => index % 2 === 0)
    .join("")
    .trimStart()
    .split(/\r\n|\n|\r/);
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS.find((each) => each === declared) ?? SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** "sep=;" before the header: spreadsheets understand it, and some programs write it. */
const TOLD_LENGTH = 200;
const SEPARATOR_LINE = /^"?sep=(.)"?[,;\t|]*\s*$/im;

/**
 * The rows of a file, without empty lines. A broken row is one item, too, and parsing continues on the line after its first one. Throws
 * `NotTextError` if the bytes are not text in that encoding.
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
  /** Yields the complete rows in `text`; at the end of the file all are complete. */
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
            ? "A quotation mark is in the middle of a cell; inside a cell it must be doubled."
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
    // PostgreSQL refuses NUL, and no product contains it.
    return (chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true })).replaceAll("\0", "");
  } catch {
    throw new NotTextError('This is not a text file. Save it as "CSV UTF-8" and try again.');
  }
}

/** The start of the next line; null if it has not arrived (a trailing carriage return may belong to a line feed). */
function nextLine(text: string, from: number, isLast: boolean): number | null {
  const end = /\r\n|\n|\r/g;
  end.lastIndex = from;
  const found = end.exec(text);
  if (found === null) return null;
  return !isLast && found[0] === "\r" && end.lastIndex === text.length ? null : end.lastIndex;
}

const PLAIN_ENDS: Readonly<Record<CsvSeparator, RegExp>> = { ",": /[,\r\n]/g, ";": /[;\r\n]/g, "\t": /[\t\r\n]/g, "|": /[|\r\n]/g };

type RowError = "incomplete" | "text after quote" | "unclosed";

/** One row from `from`, with the position after its line end. "incomplete": more text is needed. */
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
    // At the end of the buffer, another quotation mark, a line feed or more of the cell may follow.
    if (!isLast && (next === "" || (next === "\r" && at + 1 === text.length))) return fail("incomplete");
    if (next !== "" && next !== separator && next !== "\r" && next !== "\n") return fail("text after quote");
    cells.push(cell);
    if (next !== separator) return ok({ cells, next: at + (text.startsWith("\r\n", at) ? 2 : next.length) });
    at += 1;
  }
}

/** The quotation mark that closes a cell: the first one that is not doubled; -1 if there is none. */
function findClosingQuote(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 2)) {
    if (text.charAt(quote + 1) !== '"') return quote;
  }
  return -1;
}

/** A copy of the text: a cell is a slice of a file chunk, and would keep the whole chunk in memory. */
export function ownText(cell: string): string {
  return Buffer.from(cell).toString();
}

function countLineEnds(text: string, from: number, to: number): number {
  return text.slice(from, to).match(/\r\n|\n|\r/g)?.length ?? 0;
}
