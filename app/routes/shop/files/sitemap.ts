import { listShownCategories } from "#app/catalogue/data/categories.server.ts";
import { listPublishedPages } from "#app/content/data/pages.server.ts";
import { countShownProducts, listProductAddresses } from "#app/catalogue/data/sitemap.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import type { Route } from "./+types/sitemap";
import { sitemapQuery } from "#app/routes/shop/query.schema.ts";

/** A file may list 50 000 addresses; smaller ones are faster to generate and are cached in memory. */
const PRODUCTS_PER_PART = 10_000;

/**
 * GET /sitemap.xml: home, categories, products and CMS pages, with the day of their last change if known. With many products it lists its
 * parts instead: `?part=1` has the first products and all other pages, each further part more products.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env } = context.get(servicesContext);
  const { part } = readPageQuery(request, sitemapQuery);
  const parts = Math.max(1, Math.ceil((await countShownProducts(db)) / PRODUCTS_PER_PART));
  if (part === null && parts > 1) {
    const addresses = Array.from({ length: parts }, (_, index) => `${env.publicUrl}/sitemap.xml?part=${index + 1}`);
    return xml(
      "sitemapindex",
      addresses.map((address) => `  <sitemap><loc>${escapeXml(address)}</loc></sitemap>`),
    );
  }
  const number = part ?? 1;
  if (number > parts) throw notFound(request);
  const isFirst = number === 1;
  const [categories, products, pages] = await Promise.all([
    isFirst ? listShownCategories(db) : [],
    listProductAddresses(db, { limit: PRODUCTS_PER_PART, offset: (number - 1) * PRODUCTS_PER_PART }),
    isFirst ? listPublishedPages(db) : [],
  ]);
  return xml("urlset", [
    ...(isFirst ? [entry(`${env.publicUrl}/`)] : []),
    ...categories.map(({ id }) => entry(`${env.publicUrl}/${id}/products`)),
    ...products.map(({ id, updatedAt }) => entry(`${env.publicUrl}/products/${id}`, updatedAt)),
    ...pages.map(({ slug, updatedAt }) => entry(`${env.publicUrl}/${slug}`, updatedAt)),
  ]);
}

function xml(root: "urlset" | "sitemapindex", lines: readonly string[]): Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join("\n")}\n</${root}>\n`;
  return new Response(body, { headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" } });
}

function entry(address: string, changed?: Date): string {
  const lastmod = changed === undefined ? "" : `<lastmod>${changed.toISOString().slice(0, 10)}</lastmod>`;
  return `  <url><loc>${escapeXml(address)}</loc>${lastmod}</url>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
