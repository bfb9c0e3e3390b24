import { addMinutes } from "#app/values/time.ts";

/** Length of the calendar entry. */
const ENTRY_MINUTES = 15;
/** Longest line in bytes; longer ones are folded with a line end and a space (RFC 5545, 3.1). */
const LINE_BYTES = 75;

interface CalendarEntry {
  /** Stable per order, so that a later file replaces the entry. */
  readonly uid: string;
  readonly revision: number;
  readonly title: string;
  readonly startsAt: Date;
  readonly writtenAt: Date;
  readonly place: string;
  readonly url: string;
}

/** A data URL with an .ics file (RFC 5545) of one entry. Times are UTC, so no time zone table is needed. */
export function calendarHref({ uid, revision, title, startsAt, writtenAt, place, url }: CalendarEntry): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Shopbell//Order//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${escapeText(uid)}`,
    `SEQUENCE:${revision}`,
    `DTSTAMP:${stamp(writtenAt)}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(addMinutes(startsAt, ENTRY_MINUTES))}`,
    `SUMMARY:${escapeText(title)}`,
    ...(place === "" ? [] : [`LOCATION:${escapeText(place)}`]),
    `URL:${url}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(lines.map((line) => `${folded(line)}\r\n`).join(""))}`;
}

function stamp(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d{3}/g, "");
}

function escapeText(text: string): string {
  return text.replace(/[\\,;]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, "\\n");
}

/** Folded between characters, never inside one. */
function folded(line: string): string {
  let out = "";
  let bytes = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (bytes + size > LINE_BYTES) {
      out += "\r\n ";
      bytes = 1;
    }
    out += character;
    bytes += size;
  }
  return out;
}
