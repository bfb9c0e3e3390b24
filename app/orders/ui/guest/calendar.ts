/** How long the entry in the calendar is. */
const ENTRY_MINUTES = 15;

interface CalendarEntry {
  readonly uid: string;
  readonly title: string;
  readonly startsAt: Date;
  readonly place: string;
  readonly url: string;
}

/** The address of an .ics file made on the spot (RFC 5545): lines end in CRLF, commas and semicolons in texts are escaped. */
export function calendarHref({ uid, title, startsAt, place, url }: CalendarEntry): string {
  const end = new Date(startsAt.getTime() + ENTRY_MINUTES * 60_000);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Shopbell//Order//EN",
    "BEGIN:VEVENT",
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${stamp(startsAt)}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${escapeText(title)}`,
    ...(place === "" ? [] : [`LOCATION:${escapeText(place)}`]),
    `URL:${url}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(`${lines.join("\r\n")}\r\n`)}`;
}

function stamp(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d{3}/g, "");
}

function escapeText(text: string): string {
  return text.replace(/[\\,;]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, "\\n");
}
