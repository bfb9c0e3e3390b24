import * as texts from "#texts/content/accessibility-statement.ts";
import type { PageContent } from "./page.ts";

/** The template of a shop's accessibility statement, for staff to adapt before publication. `telephone` "" = none. */
export function accessibilityStatement(telephone: string): Pick<PageContent, "slug" | "title" | "summary" | "html"> {
  const phone = telephone === "" ? null : `<a href="tel:${telephone.replace(/[^+\d]/g, "")}">${telephone}</a>`;
  return { slug: "accessibility", title: texts.title, summary: texts.summary, html: texts.html(phone) };
}
