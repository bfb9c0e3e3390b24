import { errorCode } from "#app/values/narrow.ts";
import { randomBytes } from "node:crypto";
import { mkdir, open, readFile } from "node:fs/promises";
import path from "node:path";
import type { Env } from "#app/http/env.server.ts";

/**
 * The secret for cookies and encrypted settings: APP_SECRET, or generated into DATA_DIR, readable by its owner only. Losing it signs users out and
 * makes stored keys unreadable; back it up.
 */
export async function appSecret(env: Env): Promise<string> {
  if (env.appSecret !== null) return env.appSecret;
  await mkdir(env.dataDir, { recursive: true });
  const file = path.join(env.dataDir, "app-secret");
  try {
    // "wx": only one of two first starts writes it.
    const handle = await open(file, "wx", 0o600);
    const secret = randomBytes(32).toString("hex");
    await handle.writeFile(`${secret}\n`);
    await handle.sync();
    await handle.close();
    return secret;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length < 32)
    throw new Error(
      `${path.join(env.dataDir, "app-secret")} is damaged: restore it from a backup, or delete it and enter the secret settings again`,
    );
  return secret;
}
