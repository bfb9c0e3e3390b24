import fs from "node:fs";
import path from "node:path";

/** An installed program, also in the folders of system programs; undefined if it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin", "/usr/local/sbin", "/usr/local/bin"];
  return folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));
}
