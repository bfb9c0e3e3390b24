import { expect, test } from "vitest";
import { addMinutes, listZoneOffsets, localTimeOf } from "./time.ts";
import { rememberZoneOffsets } from "./zone-offsets.ts";

test.each([["America/New_York"], ["Africa/Casablanca"], ["Australia/Lord_Howe"], ["Asia/Kolkata"], ["UTC"]])(
  "listed offsets of %s match its clocks, across and beyond every change",
  (zone) => {
    const start = new Date("2026-01-01T00:00:00Z");
    const hours = Array.from({ length: 24 * 500 }, (_, index) => addMinutes(start, (index - 24) * 60 + 0.5));
    const clock = () => hours.map((at) => localTimeOf(at, zone));
    const offsets = listZoneOffsets(zone, start, 400);
    const asked = clock();
    rememberZoneOffsets(offsets);
    expect(clock()).toEqual(asked);
    const changes = offsets.changes.slice(1).map(([from]) => new Date(from));
    for (const change of changes) expect(change.toISOString()).toMatch(/:(00|30):00\.000Z$/);
    expect(changes.length).toBe({ "America/New_York": 2, "Africa/Casablanca": 3, "Australia/Lord_Howe": 2 }[zone] ?? 0);
  },
);
