import { z } from "zod";
import { requiredLineField, textField, lineField } from "#app/values/form-fields.schema.ts";
import { MAX_HTML_LENGTH, MAX_SEO_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { listFilter, listQuery } from "#app/values/list-query.schema.ts";
import { getClockMinutes, instantOf, isLocalDate, localTimeOf, parseClockTime, parseInstant } from "#app/values/time.ts";
import { urlId } from "#app/values/addresses/url.schema.ts";
import { parseSlug } from "./page.ts";

const slugField = z.codec(z.string("Enter a page URL, such as about-us."), z.string(), {
  decode: (text, context) => {
    const slug = parseSlug(text);
    if (slug.ok) return slug.value;
    context.issues.push({ code: "custom", input: text, message: slug.error });
    return z.NEVER;
  },
  encode: (slug) => slug,
});

const WHEN = "Enter a day and a time, such as 2026-12-24T18:00.";

/** A wall clock's "2026-12-24T18:00" in the shop's zone, stored as an ISO instant; empty = none. */
function instantField(zone: string) {
  return z.codec(z.string(WHEN), z.string().nullable(), {
    decode: (text, context) => {
      if (text.trim() === "") return null;
      const [date = "", clock = ""] = text.trim().split("T");
      if (isLocalDate(date) && parseClockTime(clock) !== null) return instantOf(date, getClockMinutes(clock), zone).toISOString();
      context.issues.push({ code: "custom", input: text, message: WHEN });
      return z.NEVER;
    },
    encode: (instant) => localText(instant, zone),
  });
}

function localText(text: string | null, zone: string): string {
  const instant = text === null ? null : parseInstant(text);
  if (instant === null) return "";
  const { date, minutes } = localTimeOf(instant, zone);
  return `${date}T${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

/** The form of a page, new or stored; `zone` is the shop's, for the publication time. */
export function pageForm(zone: string) {
  return z.object({
    title: requiredLineField("a title", MAX_TITLE_LENGTH),
    slug: slugField,
    summary: lineField("the summary", MAX_SEO_DESCRIPTION_LENGTH),
    html: textField("the text", MAX_HTML_LENGTH),
    seoTitle: lineField("the title for search engines", MAX_TITLE_LENGTH),
    seoDescription: lineField("the description for search engines", MAX_SEO_DESCRIPTION_LENGTH),
    publishAt: instantField(zone),
  });
}

/** The query of a page's versions: the version to compare, by its history entry. */
export const pageVersionsQuery = z.object({ version: urlId.nullable().default(null) });

/** The query of the list of pages. */
export const pageList = listQuery(["title", "slug", "-changed"], {
  state: listFilter("published", "changed", "draft", "scheduled"),
});
export type PageListQuery = z.output<typeof pageList>;
