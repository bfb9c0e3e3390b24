import { expect, test } from "vitest";
import { backupName, expiredBackups, type BackupFile } from "./backup-files.ts";

const HOUR_MS = 3_600_000;
const newest = Date.parse("2026-11-26T02:07:00Z");
const hourly = (hours: number): readonly BackupFile[] =>
  Array.from({ length: hours }, (_, index) => {
    const at = new Date(newest - index * HOUR_MS);
    return { name: backupName(at), at };
  });

test("keeps 24 hourly, 7 daily and 4 weekly backups of ten weeks", () => {
  const files = hourly(24 * 70);
  const gone = new Set(expiredBackups(files));
  const kept = files.filter((file) => !gone.has(file)).map(({ at }) => Math.round((newest - at.getTime()) / HOUR_MS));
  expect(kept.slice(0, 24)).toEqual(Array.from({ length: 24 }, (_, index) => index));
  // Days end at 23:07 and weeks, counted from 1970, on Wednesdays; the newest of each is kept.
  expect(kept.slice(24)).toEqual([27, 51, 75, 99, 123, 171, 339]);
});

test("removes nothing of a new or rarely backed-up shop", () => {
  expect(expiredBackups(hourly(24))).toEqual([]);
  const monthly = [0, 31, 61, 92].map((days) => ({ name: "", at: new Date(newest - days * 24 * HOUR_MS) }));
  expect(expiredBackups(monthly)).toEqual([]);
});

test("names are instants", () => {
  expect(backupName(new Date(newest))).toBe("shopbell-2026-11-26T02-07-00Z.backup");
});

test("keeps the newest three backups before an upgrade for 30 days", () => {
  const upgrade = (days: number): BackupFile => {
    const at = new Date(newest - days * 24 * HOUR_MS - 60_000);
    return { name: backupName(at, true), at };
  };
  const upgrades = [0, 1, 29, 31].map(upgrade);
  const files = [...hourly(24 * 40), ...upgrades].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const gone = expiredBackups(files);
  expect(upgrades.filter((file) => gone.includes(file))).toEqual([upgrades[3]]);
  const sameHour = [1, 2, 3, 4].map((minutes) => upgrade(minutes / (24 * 60)));
  expect(expiredBackups([...hourly(1), ...sameHour])).toEqual([sameHour[3]]);
});
