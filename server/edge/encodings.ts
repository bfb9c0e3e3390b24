import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, type ZlibOptions } from "node:zlib";

/** What bodies are sent as; null = as they are. */
export type Encoding = "br" | "gzip" | null;

/** Below that a body is not worth compressing. */
export const SMALL_BYTES = 1024;
/** Longer ones would hold up everybody else for half a millisecond. */
const SHORT_BYTES = 32 * 1024;
/** As small as gzip's default in half of its time; 5 is a tenth smaller and takes twice as long. */
const BROTLI_QUALITY = 3;
/** The window of a page's size: with the usual one an encoder takes megabytes for each page. */
const BROTLI_WINDOW_BITS = 18;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** What the client takes, brotli first; without a word it gets the body as it is. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (takes(accepted, "br")) return "br";
  return takes(accepted, "gzip") ? "gzip" : null;
}

/** Compresses on a thread of its own, unless the body is short. */
export function encoded(body: Buffer, encoding: NonNullable<Encoding>): Promise<Buffer> | Buffer {
  const isShort = body.length <= SHORT_BYTES;
  if (encoding === "gzip") return isShort ? gzipSync(body, gzipWindow(body.length)) : zip(body);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
  };
  return isShort ? brotliCompressSync(body, { params }) : brotli(body, { params });
}

/** As much window as there is body: the usual one of 32 KB is cleared for each answer, which takes twice as long as compressing a short one. */
function gzipWindow(length: number): ZlibOptions {
  const windowBits = Math.min(15, Math.max(10, Math.ceil(Math.log2(length))));
  return { windowBits, memLevel: windowBits - 7 };
}

function takes(accepted: string | undefined, encoding: string): boolean {
  if (accepted === undefined) return false;
  return accepted.split(",").some((each) => {
    const [name = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
