import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { exportCatalogue } from "#app/workflows/export-catalogue.server.ts";
import type { CommandInput } from "./command.ts";
import { openShop } from "./open-shop.ts";
import { operatorFile } from "./operator-file.ts";
import { printText } from "./print.ts";
import { startProgress } from "./progress.ts";

export async function exportProducts({ positionals }: CommandInput): Promise<void> {
  const { db, env } = await openShop();
  const progress = startProgress("Products");
  let count = 0;
  const pieces = exportCatalogue(db, {
    publicUrl: env.publicUrl,
    now: new Date(),
    onProgress: (done, total) => {
      count = done;
      progress.step(done, total);
    },
  });
  const name = positionals[0] ?? "-";
  if (name === "-") await toStandardOutput(pieces);
  else await toFile(operatorFile(name), pieces);
  progress.end();
  printText(`${count.toLocaleString("en")} products exported.`);
}

async function toStandardOutput(pieces: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(pieces, process.stdout, { end: false });
  } catch (error) {
    // The reader (`head`) has seen enough.
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}

/** Under a temporary name until it is whole: a file that is there already stays until then. */
async function toFile(file: string, pieces: AsyncIterable<string>): Promise<void> {
  const temporary = `${file}.part`;
  try {
    await pipeline(pieces, createWriteStream(temporary));
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
