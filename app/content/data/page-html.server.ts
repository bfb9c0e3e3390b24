import * as embedTexts from "#texts/content/embeds.ts";
import * as texts from "#texts/content/pages.ts";
import { and, eq, inArray, sql } from "drizzle-orm";
import { media } from "#app/media/data/tables.ts";
import { pictureColumns, toPicture } from "#app/media/data/media.server.ts";
import { formatSrcSet, pictureSources, pictureUrl, type Picture } from "#app/media/domain/picture.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { cleanStoredHtml } from "#app/platform/sanitize-html.server.ts";
import { parseEmbed } from "#app/values/addresses/embed.ts";
import { pages } from "./tables.ts";

/** Sanitized HTML has one notation for tags: double quotes, `>` only at the end. */
const LINK = /<a [^>]*data-page="(\d{1,9})"[^>]*>/g;
const IMAGE = /<img ([^>]*)\/>/g;
const PICTURE_BASE = /^\/media\/([0-9a-f]{2}\/[0-9a-f]{32})/;
const EMBED = /<figure data-embed="1">\s*<a href="([^"]*)"[^>]*>([^<]*)<\/a>\s*<\/figure>/g;
/** The width of the text column on a large screen. */
const SIZES = "(min-width: 1024px) 700px, 100vw";

/**
 * Prepares stored text for visitors: links to pages get the pages' current addresses, pictures their available sizes, tables a scroll area,
 * and embeds a click-to-load link.
 */
export async function presentHtml(db: Db, stored: string): Promise<string> {
  const html = cleanStoredHtml(stored);
  const [slugs, pictures] = await Promise.all([
    readSlugs(
      db,
      [...html.matchAll(LINK)].map((found) => Number(found[1])),
    ),
    readPictures(
      db,
      [...html.matchAll(IMAGE)].flatMap((found) => baseOf(found[1]) ?? []),
    ),
  ]);
  return html
    .replace(LINK, (tag, id: string) => {
      const slug = slugs.get(Number(id));
      const plain = tag.replace(/ data-page="[^"]*"/, "");
      return slug === undefined ? plain : plain.replace(/ href="[^"]*"/, "").replace("<a", `<a href="/${slug}"`);
    })
    .replace(IMAGE, (tag, attributes: string) => {
      const picture = pictures.get(baseOf(attributes) ?? "");
      return picture === undefined ? tag : pictureHtml(picture, /(?:^| )alt="([^"]*)"/.exec(attributes)?.[1]);
    })
    .replace(EMBED, (figure, href: string, words: string) => embedHtml(href, words) ?? figure)
    .replaceAll("<table>", `<div class="table-scroll" role="region" aria-label="${texts.table}" tabindex="0"><table>`)
    .replaceAll("</table>", "</table></div>");
}

async function readSlugs(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: pages.id, slug: pages.slug })
    .from(pages)
    .where(and(inArray(pages.id, [...new Set(ids)]), eq(pages.status, "published")));
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

async function readPictures(db: Db, bases: readonly string[]): Promise<ReadonlyMap<string, Picture>> {
  if (bases.length === 0) return new Map();
  const rows = await db
    .select(pictureColumns)
    .from(media)
    .where(inArray(sql`split_part(${media.key}, '.', 1)`, [...new Set(bases)]));
  return new Map(rows.map((row) => toPicture(row)).map((picture) => [picture.base, picture]));
}

function baseOf(attributes = ""): string | undefined {
  return PICTURE_BASE.exec(/(?:^| )src="([^"]*)"/.exec(attributes)?.[1] ?? "")?.[1];
}

/** `alt` as in the text, escaped; left out = the picture's own alt text. */
function pictureHtml(picture: Picture, alt: string | undefined): string {
  const sources = pictureSources(picture).map(({ type, srcSet }) => `<source type="${type}" srcset="${srcSet}" sizes="${SIZES}" />`);
  const size = `width="${picture.width}" height="${picture.height}"`;
  const image = `<img src="${pictureUrl(picture, 960) ?? ""}" srcset="${formatSrcSet(picture, "jpeg")}" sizes="${SIZES}" ${size}`;
  return `<picture>${sources.join("")}${image} alt="${alt ?? escaped(picture.alt)}" loading="lazy" decoding="async" /></picture>`;
}

/** A link to the other site; with scripts, a click replaces it with the frame (content/ui/page-text.tsx). */
function embedHtml(escapedHref: string, words: string): string | null {
  const embed = parseEmbed(escapedHref.replaceAll("&amp;", "&"));
  if (embed === null) return null;
  const link = `<a href="${escaped(embed.href)}" rel="noopener nofollow" data-frame="${escaped(embed.frame)}">`;
  const name = words.trim() === "" ? embed.provider : words;
  return (
    `<figure class="embed">${link}<strong>${name}</strong><span>${embedTexts.showFrom(embed.provider)}</span></a>` +
    `<figcaption>${embedTexts.nothingIsSent(embed.provider)}</figcaption></figure>`
  );
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
