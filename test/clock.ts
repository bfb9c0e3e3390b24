import type { ClockTime } from "#app/values/time.ts";

/** 660 → "11:00". Any whole number of minutes from midnight on; whole days are dropped (1500 → "01:00"). */
export function clockTimeOf(minutes: number): ClockTime {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}
