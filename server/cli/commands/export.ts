import { errorCode } from "#app/values/narrow.ts";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { exportCatalogue } from "#app/catalogue/workflows/export-catalogue.server.ts";
import { pictureAddressNote } from "#app/catalogue/domain/import/picture-addresses.ts";
import type { CommandInput } from "#server/cli/command.ts";
import { openShop } from "#server/cli/open-shop.ts";
import { closeAtTheEnd } from "#server/cli/open-things.ts";
import { operatorFile } from "#server/cli/operator-file.ts";
import { printText } from "#server/cli/print.ts";
import { startProgress } from "#server/cli/progress.ts";
import { PLAIN_CSV } from "#app/values/csv.ts";
import { counted } from "#texts/plural.ts";

export async function exportProducts({ positionals }: CommandInput): Promise<void> {
  const { db, env } = await openShop();
  const progress = startProgress("Products");
  let count = 0;
  const pieces = exportCatalogue(db, {
    publicUrl: env.publicUrl,
    // For programs.
    format: PLAIN_CSV,
    now: new Date(),
    onProgress: (done, total) => {
      count = done;
      progress.step(done, total);
    },
  });
  const name = positionals[0] ?? "-";
  const isWhole = name === "-" ? await toStandardOutput(pieces) : await toFile(operatorFile(name), pieces);
  progress.end();
  if (!isWhole) return;
  printText(`${counted(count, "product", "products")} exported.`);
  const note = pictureAddressNote(env.publicUrl);
  if (note !== null) printText(note);
}

/** False if the reader (`head`) closed early. */
async function toStandardOutput(pieces: AsyncIterable<string>): Promise<boolean> {
  try {
    await pipeline(pieces, process.stdout, { end: false });
    return true;
  } catch (error) {
    if (errorCode(error) !== "EPIPE") throw error;
    return false;
  }
}

/** Written under a temporary name until complete. */
async function toFile(file: string, pieces: AsyncIterable<string>): Promise<true> {
  const temporary = `${file}.${process.pid}.part`;
  closeAtTheEnd(() => rm(temporary, { force: true }));
  await pipeline(pieces, createWriteStream(temporary, { flags: "wx" }));
  await rename(temporary, file);
  return true;
}
