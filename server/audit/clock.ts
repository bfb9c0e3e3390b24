/* The shop's clock, reimplemented for the auditor. A business day starts at 4:00. */

const DAY_MS = 86_400_000;
const DAY_STARTS_MS = 4 * 3_600_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** "2026-11-22 09:41:07" in that time zone; "" for null. */
export function clockText(at: Date | null, zone: string): string {
  if (at === null) return "";
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    const numeric = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
    formatter = new Intl.DateTimeFormat("sv-SE", { ...numeric, hourCycle: "h23", timeZone: zone });
    formatters.set(zone, formatter);
  }
  return formatter.format(at);
}

/** The business day of an instant, "2026-11-22". */
export function dayOf(at: Date, zone: string): string {
  return new Date(wallMs(at, zone) - DAY_STARTS_MS).toISOString().slice(0, 10);
}

/** The start of a business day. */
export function startOfDay(day: string, zone: string): Date {
  const wall = Date.parse(`${day}T04:00:00Z`);
  const near = new Date(wall - (wallMs(new Date(wall), zone) - wall));
  return new Date(wall - (wallMs(near, zone) - near.getTime()));
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Days from one to another, both included. */
export function countDays(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1;
}

function wallMs(at: Date, zone: string): number {
  return Date.parse(`${clockText(at, zone).replace(" ", "T")}Z`);
}
