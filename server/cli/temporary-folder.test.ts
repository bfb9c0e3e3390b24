import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { closeEverything } from "./open-things.ts";
import { temporaryBackupFolder } from "./temporary-folder.ts";

const now = new Date("2026-11-26T02:07:00Z");

test("removes backups of killed commands after a day, and nothing else", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "shopbell-temporary-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  vi.stubEnv("TMPDIR", folder);
  const entries = [
    ["shopbell-unfinished-backup-old", 25],
    ["shopbell-unfinished-backup-new", 23],
    ["shopbell-other", 25],
  ] as const;
  for (const [name, hours] of entries) {
    const at = new Date(now.getTime() - hours * 3_600_000);
    mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, name, "shop.backup"), "customers");
    utimesSync(path.join(folder, name), at, at);
  }
  const made = await temporaryBackupFolder(now);
  expect(readdirSync(folder).toSorted()).toEqual(["shopbell-other", "shopbell-unfinished-backup-new", path.basename(made)].toSorted());
  await closeEverything();
  expect(readdirSync(folder)).not.toContain(path.basename(made));
});
