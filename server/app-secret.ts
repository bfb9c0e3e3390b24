import { randomBytes } from "node:crypto";
import { mkdir, open, readFile } from "node:fs/promises";
import path from "node:path";
import type { Env } from "#app/http/env.server.ts";

/**
 * The secret that signs cookies and seals secret settings: APP_SECRET, or one made at the first start and kept in DATA_DIR, readable only
 * by its owner. Losing it signs everybody out and makes the stored keys unreadable, so it belongs into the backup.
 */
export async function appSecret(env: Env): Promise<string> {
  if (env.appSecret !== null) return env.appSecret;
  await mkdir(env.dataDir, { recursive: true });
  const file = path.join(env.dataDir, "app-secret");
  try {
    // "wx": of two first starts only one writes it; the other reads.
    const handle = await open(file, "wx", 0o600);
    const secret = randomBytes(32).toString("hex");
    await handle.writeFile(`${secret}\n`);
    await handle.sync();
    await handle.close();
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length < 32)
    throw new Error(
      `${path.join(env.dataDir, "app-secret")} is damaged: restore it from a backup, or delete it and enter the secret settings again`,
    );
  return secret;
}
