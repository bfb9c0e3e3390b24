import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "#app/values/narrow.ts";

/**
 * The id of a data folder's pictures, created on the first call. It moves with the folder and is shared by all machines that use the
 * folder.
 */
export async function folderId(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, "media");
  const file = path.join(folder, "folder-id");
  await mkdir(folder, { recursive: true });
  try {
    // "wx": if two processes start at the same time, only one writes it.
    await writeFile(file, `${randomUUID()}\n`, { flag: "wx", flush: true });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  return (await readFile(file, "utf8")).trim();
}
