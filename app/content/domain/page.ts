import type { HomeLayout } from "./home.ts";
import { MAX_PATH_PARTS, MAX_SLUG_LENGTH } from "#app/values/limits.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

/** What a page says, apart from whether it is public. */
export interface PageContent {
  /** "about", "help/delivery": without a slash at either end. */
  readonly slug: string;
  readonly title: string;
  /** A sentence below the title, and in search results where there is no other. */
  readonly summary: string;
  readonly html: string;
  /** For search engines; "" = the title, the summary. */
  readonly seoTitle: string;
  readonly seoDescription: string;
  /** Only the home page has one: what stands above the menu. Its slug is HOME_SLUG, its `html` "". */
  readonly home?: HomeLayout | null | undefined;
}

/** The home page among the pages: no other page can have this slug, because `parseSlug` refuses it. */
export const HOME_SLUG = "";

/** First segments that belong to routes of their own or to the server; no CMS page may begin with one. */
export const RESERVED_SEGMENTS = [
  "admin",
  "api",
  "assets",
  "build",
  "cart",
  "checkout",
  "healthz",
  "media",
  "my-orders",
  "page-preview",
  "pay-order",
  "payment-complete",
  "products",
  "readyz",
  "shop-image",
] as const;

/**
 * A CMS page's slug as it is stored and matched by the catch-all route: lower-case letters, digits and single hyphens, in segments
 * joined by "/". Leading and trailing slashes and capitals are mended; clashes with routes are refused. The error is a sentence.
 */
export function parseSlug(text: string): Result<string, string> {
  const slug = text
    .trim()
    .toLowerCase()
    .replace(/^\/+|\/+$/g, "");
  if (slug === "") return fail("Enter a page URL, such as about-us.");
  if (slug.length > MAX_SLUG_LENGTH) return fail(`Enter at most ${MAX_SLUG_LENGTH} characters.`);
  if (!/^[a-z0-9]+(?:[-/][a-z0-9]+)*$/.test(slug)) {
    return fail("Use letters, digits, hyphens and slashes only, such as about-us or help/delivery.");
  }
  if (slug.split("/").length > MAX_PATH_PARTS) return fail(`Use at most ${MAX_PATH_PARTS} parts between slashes.`);
  const clash = findRouteClash(slug);
  return clash === null ? ok(slug) : fail(`The address /${clash} belongs to the shop itself. Choose another.`);
}

/** The route a slug would never be reached behind, or null. */
export function findRouteClash(slug: string): string | null {
  const segments = slug.split("/");
  const [first = "", second] = segments;
  if (RESERVED_SEGMENTS.some((reserved) => reserved === first)) return first;
  // "/{id}/products" takes every address of this shape, whatever stands for the id.
  return segments.length === 2 && second === "products" ? slug : null;
}

/** The slug a request path asks for ("/About-us/" → "about-us"), or null when no page can have it. */
export function slugOfPath(path: string): string | null {
  const slug = parseSlug(path);
  return slug.ok ? slug.value : null;
}
