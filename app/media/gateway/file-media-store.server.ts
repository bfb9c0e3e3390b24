import { errorCode } from "#app/values/narrow.ts";
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { isMediaKey, requireMediaKey } from "./media-key.server.ts";
import type { MediaStore } from "./media-store.server.ts";
import { syncFolder } from "#app/platform/sync-folder.server.ts";

/**
 * Files in a folder. Each is written to a temporary name, flushed, then renamed: a reader never sees half a file, and after a power cut no
 * row points to a missing picture. (flydrive's file driver does neither, so it only serves the bucket.)
 */
export function createFileMediaStore(root: string): MediaStore {
  const locate = (key: string): string => path.join(root, ...requireMediaKey(key).split("/"));
  return {
    async put(key, bytes) {
      const target = locate(key);
      const folder = path.dirname(target);
      await mkdir(folder, { recursive: true });
      const temporary = path.join(folder, `.${randomUUID()}.part`);
      try {
        const file = await open(temporary, "wx", 0o644);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporary, target);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncFolder(folder);
    },
    async read(key) {
      try {
        return await readFile(locate(key));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async has(key) {
      try {
        return (await stat(locate(key))).isFile();
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    async remove(key) {
      await rm(locate(key), { force: true });
    },
    async *list() {
      for (const folder of await entriesOf(root)) {
        for (const name of await entriesOf(path.join(root, folder))) {
          const key = `${folder}/${name}`;
          if (isMediaKey(key)) yield key;
        }
      }
    },
  };
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error) || errorCode(error) === "ENOTDIR") return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return errorCode(error) === "ENOENT";
}
