/*
 * The part of the tar format (POSIX ustar) that a backup needs: regular files with short names, so that any tar opens a backup. Written by hand
 * because entries are made and used while they stream, and because no path of a file that somebody hands us may ever be followed.
 */

export interface TarEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

export class TarProblem extends Error {}

const BLOCK = 512;
const MAX_NAME = 100;
/** Nothing in a backup comes near; a damaged length must not fill the memory. */
const MAX_ENTRY_BYTES = 256 * 1024 * 1024;

/** Header, content and padding of one file. */
export function tarEntry({ name, bytes }: TarEntry, modified: Date): Buffer {
  if (Buffer.byteLength(name) > MAX_NAME) throw new RangeError(`${name} is too long for an archive`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write("0000600", 100);
  header.write("0000000", 108);
  header.write("0000000", 116);
  header.write(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124);
  header.write(
    `${Math.floor(modified.getTime() / 1000)
      .toString(8)
      .padStart(11, "0")}\0`,
    136,
  );
  header.write("0", 156);
  header.write("ustar", 257);
  header.write("00", 263);
  header.write(`${checksum(header).toString(8).padStart(6, "0")}\0 `, 148);
  return Buffer.concat([header, bytes, Buffer.alloc(padding(bytes.length))]);
}

/** What stands behind the last entry. */
export function tarEnd(): Buffer {
  return Buffer.alloc(2 * BLOCK);
}

/** The files of an archive, one whole file at a time. Throws `TarProblem` when it is none or is cut off. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = createReader(source);
  for (;;) {
    const header = await reader.read(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    if (parseOctal(header, 148, 8) !== checksum(header)) throw new TarProblem("a header is damaged");
    const size = parseOctal(header, 124, 12);
    if (size > MAX_ENTRY_BYTES) throw new TarProblem("an entry is too long");
    const name = header.toString("utf8", 0, header.indexOf(0));
    const bytes = await reader.read(size);
    await reader.read(padding(size));
    yield { name, bytes };
  }
}

function createReader(source: AsyncIterable<Buffer>) {
  const pieces = source[Symbol.asyncIterator]();
  let waiting: Buffer[] = [];
  let length = 0;
  return {
    async read(wanted: number): Promise<Buffer> {
      while (length < wanted) {
        const next = await pieces.next();
        if (next.done === true) throw new TarProblem("the file ends too early");
        waiting.push(next.value);
        length += next.value.length;
      }
      const all = waiting.length === 1 && waiting[0] !== undefined ? waiting[0] : Buffer.concat(waiting);
      waiting = [all.subarray(wanted)];
      length -= wanted;
      return all.subarray(0, wanted);
    },
  };
}

/** The sum of the header's bytes, its own field counted as spaces. */
function checksum(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0);
}

function parseOctal(header: Buffer, from: number, length: number): number {
  const text = /^ *([0-7]+)[ \0]/.exec(header.toString("latin1", from, from + length))?.[1];
  if (text === undefined) throw new TarProblem("a header is damaged");
  return Number.parseInt(text, 8);
}

function padding(length: number): number {
  return (BLOCK - (length % BLOCK)) % BLOCK;
}
