import { text } from "node:stream/consumers";

/** A value; "-" reads standard input without the final line end. */
export async function readTyped(value: string): Promise<string> {
  return value === "-" ? (await text(process.stdin)).replace(/\r?\n$/, "") : value;
}
