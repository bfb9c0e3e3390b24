import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, type ZlibOptions } from "node:zlib";

/** Content encoding; null: identity. */
export type Encoding = "br" | "gzip" | null;

/** Smaller bodies are not worth compressing. */
export const SMALL_BYTES = 1024;
/** Larger bodies would block others for half a millisecond. */
const SHORT_BYTES = 32 * 1024;
/** As small as gzip's default in half the time; 5 is a tenth smaller and twice as slow. */
const BROTLI_QUALITY = 3;
/** A window of the page's size saves megabytes per encoder. */
const BROTLI_WINDOW_BITS = 18;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The client's best encoding, brotli first; identity without a header. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (takes(accepted, "br")) return "br";
  return takes(accepted, "gzip") ? "gzip" : null;
}

/** Compresses in a thread, short bodies inline. */
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

/** A window of the body's size: clearing 32 KB would double the time of short bodies. */
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
