import { findHomeView, viewHome } from "#app/content/data/home-page.server.ts";
import type { HomeView } from "#app/content/domain/home-view.ts";
import { HOME_SLUG } from "#app/content/domain/page.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import type { Services } from "#app/http/context.server.ts";
import { findPreviewed } from "./preview-page.server.ts";
import { withSales } from "#app/promotions/workflows/sale-prices.server.ts";

/**
 * The home page that staff wrote, its products with today's offers: the public version, or the draft for a preview link; null = none
 * written.
 */
export async function loadHomeView(services: Services, request: Request, token: string | undefined): Promise<HomeView | null> {
  const { db, now } = services;
  const at = now();
  const view = token === undefined ? await findHomeView(db, at) : await findDraft(services, request, token, at);
  if (view === null) return null;
  const blocks = view.blocks.map(async (block) =>
    block.type === "products" ? { ...block, products: await withSales(db, block.products, at) } : block,
  );
  return { ...view, blocks: await Promise.all(blocks) };
}

async function findDraft(services: Services, request: Request, token: string, at: Date): Promise<HomeView> {
  const page = await findPreviewed(services, request, token);
  if (page.slug !== HOME_SLUG) throw notFound(request);
  return viewHome(services.db, page, at);
}
