import { listShownCategories } from "#app/catalogue/data/categories.server.ts";
import { listPublishedPages } from "#app/content/data/pages.server.ts";
import { listProductAddresses } from "#app/catalogue/data/sitemap.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import type { Route } from "./+types/sitemap";

/** GET /sitemap.xml: home, categories, products and CMS pages, with the day of their last change where it is known. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, env } = context.get(servicesContext);
  const [categories, products, pages] = await Promise.all([listShownCategories(db), listProductAddresses(db), listPublishedPages(db)]);
  const entries = [
    entry(`${env.publicUrl}/`),
    ...categories.map(({ id }) => entry(`${env.publicUrl}/${id}/products`)),
    ...products.map(({ id, updatedAt }) => entry(`${env.publicUrl}/products/${id}`, updatedAt)),
    ...pages.map(({ slug, updatedAt }) => entry(`${env.publicUrl}/${slug}`, updatedAt)),
  ];
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</urlset>\n`;
  return new Response(body, { headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" } });
}

function entry(address: string, changed?: Date): string {
  const lastmod = changed === undefined ? "" : `<lastmod>${changed.toISOString().slice(0, 10)}</lastmod>`;
  return `  <url><loc>${escapeXml(address)}</loc>${lastmod}</url>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
