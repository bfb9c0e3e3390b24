import type { ClockTime } from "#app/values/time.ts";

/** 660 → "11:00". Any whole number of minutes from midnight on; whole days are dropped (1500 → "01:00"). */
export function clockTimeOf(minutes: number): ClockTime {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}

/**
 * A time zone in which it is that hour of the day now ("Etc/GMT-5" is five hours east): a test that needs a certain hour sets the shop's
 * time zone, and gives the same result at any hour.
 * @param hour 0 to 23.
 */
export function zoneWhereItIs(hour: number, now = new Date()): string {
  const east = ((hour - now.getUTCHours() + 36) % 24) - 12;
  return east === 0 ? "Etc/UTC" : `Etc/GMT${east > 0 ? "-" : "+"}${Math.abs(east)}`;
}
