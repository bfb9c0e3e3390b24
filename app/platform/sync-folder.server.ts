import { open } from "node:fs/promises";

/** Makes a rename durable. Windows cannot open folders; its file system journals renames. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
