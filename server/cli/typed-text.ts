import { text } from "node:stream/consumers";

/** A value from the command line; "-" stands for standard input, without the line end that `echo` adds. */
export async function readTyped(value: string): Promise<string> {
  return value === "-" ? (await text(process.stdin)).replace(/\r?\n$/, "") : value;
}
