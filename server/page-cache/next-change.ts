import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { addMinutes, localTimeOf, MINUTES_PER_DAY, parseClockTime, parseInstant } from "#app/values/time.ts";

/** Maximum age of entries: product popularity changes slowly, and clocks change. */
const AT_LEAST_EVERY_MINUTES = 5;
const CLOCK_TIME = /(?<!\d)(?:[01]\d|2[0-3]):[0-5]\d(?!\d)/g;
const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g;

/**
 * The next instant at which a page may change by itself: offers, scheduled pages, sold out, busy, paused, hours, midnight, and every five minutes.
 * One for all pages: there are dozens a day, and rendering takes milliseconds. Times of day are found by format in all settings and records.
 */
export async function findNextChange(db: Db, now: Date): Promise<Date> {
  const settings = await readSettings(db);
  const [found] = await db.execute<{ at: string | null; texts: string | null }>(
    sql`select
          (select min(at) from (
            select min(sold_out_until) as at from products where is_sold_out and sold_out_until > ${now.toISOString()}
            union all select min(sold_out_until) from customization_options where is_sold_out and sold_out_until > ${now.toISOString()}
            union all select min((option->>'soldOutUntil')::timestamptz)
              from product_customizations cross join lateral jsonb_array_elements(body->'options') option
              where body->'options' @> '[{"isSoldOut": true}]' and (option->>'soldOutUntil')::timestamptz > ${now.toISOString()}
            union all select min(starts_at) from promotions where starts_at > ${now.toISOString()}
            union all select min(ends_at) from promotions where ends_at > ${now.toISOString()}
            union all select min(publish_at) from pages where publish_at > ${now.toISOString()}
          ) instants)::text as at,
          (select string_agg(hours, ' ') from (
            select distinct schedule::text as hours from promotions
            union select distinct hours::text from categories where hours is not null
            union select distinct hours::text from products where hours is not null
          ) times) as texts`,
    "objects",
  );
  const written = `${JSON.stringify(settings)} ${found?.texts ?? ""}`;
  const local = localTimeOf(now, settings.STORE_TIMEZONE);
  const clock = [...written.matchAll(CLOCK_TIME)].map(([time]) => parseClockTime(time) ?? 0);
  const untilClock = [0, ...clock].map((minutes) => {
    const ahead = minutes - local.minutes;
    return ahead > 0 ? ahead : ahead + MINUTES_PER_DAY;
  });
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  const instants = [
    ...(typeof found?.at === "string" ? [new Date(found.at)] : []),
    ...[...written.matchAll(INSTANT)].flatMap(([text]) => parseInstant(text) ?? []),
    addMinutes(minute, Math.min(...untilClock)),
    addMinutes(minute, AT_LEAST_EVERY_MINUTES - (Math.floor(now.getTime() / 60_000) % AT_LEAST_EVERY_MINUTES)),
  ];
  return new Date(Math.min(...instants.map((at) => at.getTime()).filter((time) => time > now.getTime())));
}
