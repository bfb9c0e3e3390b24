import { spansOf, type DaySpan } from "#app/orders/domain/figures/report-period.ts";
import { addDays, businessDay, isLocalDate, laterOf, type LocalDate } from "#app/values/time.ts";

/** The closed day with the highest number. */
export interface LastClosing {
  readonly number: number;
  readonly version: number;
  readonly day: LocalDate;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly reopenedAt: Date | null;
}

/** The days that can be closed now, both included. */
export interface ClosableDays {
  /** null: any day, because no day is closed yet. */
  readonly from: LocalDate | null;
  readonly to: LocalDate;
  readonly proposed: LocalDate;
}

/** null: today is closed, and the next day has not begun. A reopened day comes before any other. `oldest`: time of the first uncounted amount. */
export function closableDays(last: LastClosing | null, oldest: Date | null, now: Date, zone: string): ClosableDays | null {
  const today = businessDay(now, zone);
  if (last === null) return { from: null, to: today, proposed: today };
  if (last.reopenedAt !== null) return { from: last.day, to: last.day, proposed: last.day };
  const from = addDays(last.day, 1);
  if (from > today) return null;
  const waiting = oldest === null ? today : businessDay(oldest, zone);
  const days = { from, to: today };
  return { ...days, proposed: isClosable(waiting, days) ? waiting : from };
}

export function isClosable(day: LocalDate, days: Pick<ClosableDays, "from" | "to">): boolean {
  return isLocalDate(day) && day <= days.to && (days.from === null || day >= days.from);
}

/** The span that closing this day covers: from the end of the last closed day, or the start of the first one, up to the end of the day or now. */
export function closingSpan(day: LocalDate, last: LastClosing | null, now: Date, zone: string): DaySpan {
  const [wholeDay] = spansOf({ from: day, to: day }, zone);
  if (wholeDay === undefined) throw new RangeError(`no day ${day}`);
  const startsAt = last === null ? wholeDay.startsAt : startAfter(last);
  // After a change of the time zone, the day may end before the last closed day did.
  return { day, startsAt, endsAt: laterOf(startsAt, now < wholeDay.endsAt ? now : wholeDay.endsAt) };
}

function startAfter({ reopenedAt, startsAt, endsAt }: LastClosing): Date {
  return reopenedAt === null ? endsAt : startsAt;
}
