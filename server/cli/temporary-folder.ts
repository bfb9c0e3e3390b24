import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "#app/http/env.server.ts";
import { CommandFailure } from "./command.ts";
import { closeAtTheEnd } from "./open-things.ts";

/** In the system's folder or, where that cannot be written, in DATA_DIR. Removed when the command ends. */
export async function temporaryFolder(): Promise<string> {
  const env = parseEnv(process.env);
  const places = [tmpdir(), ...(env.ok ? [path.join(env.value.dataDir, "tmp")] : [])];
  for (const place of places) {
    const folder = await makeFolder(place);
    if (folder === null) continue;
    closeAtTheEnd(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }
  throw new CommandFailure(`Temporary files cannot be written to ${places.join(" or ")}. Set TMPDIR to a folder that can be written.`);
}

async function makeFolder(place: string): Promise<string | null> {
  try {
    if (place !== tmpdir()) await mkdir(place, { recursive: true, mode: 0o700 });
    return await mkdtemp(path.join(place, "shopbell-"));
  } catch {
    return null;
  }
}
