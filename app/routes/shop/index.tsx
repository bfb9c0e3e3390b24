import * as searchTexts from "#texts/home/search.ts";
import * as texts from "#texts/home/page.ts";
import type { RegionFormat } from "#app/values/clock/shop-clock.ts";
import { regionFormat } from "#app/values/clock/region-format.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { quickAdd } from "#app/cart/ui/add/quick-add.tsx";
import { listBestsellers } from "#app/orders/data/figures/bestsellers.server.ts";
import { Link, data } from "react-router";
import { listCategoryTree } from "#app/catalogue/data/categories.server.ts";
import { listPopularIds } from "#app/catalogue/data/product-order.server.ts";
import { cached } from "#app/platform/db/cached.server.ts";
import { listProducts, listProductsById } from "#app/catalogue/data/products.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { CategorySummary } from "#app/catalogue/domain/category.ts";
import { weeklyText, withHoursSaidAbove } from "#app/catalogue/domain/order-hours.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { storeTicketFacts } from "#app/store/domain/store-ticket.ts";
import { findPicturesByBase } from "#app/media/data/media.server.ts";
import { MEDIA_PATH, pictureUrl } from "#app/media/domain/picture.ts";
import { servicesContext, type Services } from "#app/http/context.server.ts";
import type { CategoryNode } from "#app/catalogue/domain/category.ts";
import { toNamed, toShownCard, toShownRow, toTile } from "#app/catalogue/domain/shown.ts";
import { CategoryTiles } from "#app/catalogue/ui/category-tiles.tsx";
import { MOSAIC_TILES } from "#app/catalogue/ui/category-mosaic.tsx";
import { MenuSection, sectionId } from "#app/catalogue/ui/menu-section.tsx";
import { SectionChips } from "#app/catalogue/ui/section-chips.tsx";
import { Offers } from "#app/promotions/ui/offers.tsx";
import { pageMeta } from "#app/frame/page-meta.ts";
import { ProductCards } from "#app/catalogue/ui/product-card.tsx";
import { ProductListing } from "#app/catalogue/ui/product-listing.tsx";
import { SearchForm } from "#app/catalogue/ui/search-form.tsx";
import { SectionTitle } from "#app/kit/section-title.tsx";
import { buttonClass } from "#app/kit/button.tsx";
import { applyCouponLink } from "#app/routes/shop/coupon-link.server.ts";
import type { Route } from "./+types/index";
import { HomeBlocks } from "#app/content/ui/home-blocks.tsx";
import { HomeHero } from "./home-hero.tsx";
import { loadHomeView } from "#app/routes/shop/home-view.server.ts";
import { listCurrentOffers } from "./current-offers.server.ts";
import { withSales } from "#app/promotions/workflows/sale-prices.server.ts";
import { loadListing, readListingAddress } from "./product-listing.server.ts";

const POPULAR_PRODUCTS = 8;
/** Categories shown on the home page with their first dishes; the others are shown as pictures below. */
const MENU_SECTIONS = 12;
const DISHES_PER_SECTION = 4;
/** Order data updates the popular dishes within five minutes (server/page-cache/next-change.ts). */
const MOST_KEPT_MS = 5 * 60_000;

/** The home page, or with `?q=` the search results over the whole menu. */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const linked = await applyCouponLink(request, url, context);
  if (linked !== null) throw linked;
  const { db, env, now } = context.get(servicesContext);
  const { q, ...address } = readListingAddress(request);
  const at = now();
  const [settings, categories] = await Promise.all([readSettings(db), listCategoryTree(db)]);
  const common = {
    siteName: settings.APP_NAME,
    publicUrl: env.publicUrl,
    socialPicture: await findSocialPicture(db, settings.SOCIAL_PICTURE, env),
    categories: categories.filter(({ productCount }) => productCount > 0).map(toNamed),
  };
  const offered = categories.filter(({ productCount }) => productCount > 0);
  const tilesOf = (some: readonly CategoryNode[]) => some.map((each) => ({ ...toTile(each), productCount: each.productCount }));
  if (q !== "") {
    const listing = await loadListing(db, { q }, address, at);
    return { ...common, search: { q, listing, tiles: listing.total > 0 ? [] : tilesOf(offered) }, home: null };
  }
  const { token } = params as { readonly token?: string };
  const topmost = offered.filter((category) => category.parentId === null);
  const roots = topmost.slice(0, MENU_SECTIONS);
  const [view, offers, popular, sections] = await Promise.all([
    loadHomeView(context.get(servicesContext), request, token),
    listCurrentOffers(db, shopClock(settings), at),
    listPopular(db, at),
    listSections(db, roots, { now: at, region: regionFormat(settings.LOCALE) }),
  ]);
  const page = {
    ...common,
    search: null,
    home: {
      isPreview: token !== undefined,
      view,
      mosaic: view === null ? mosaicOf(roots) : [],
      offers,
      popular: popular.map(toShownCard),
      sections,
      others: tilesOf(topmost.filter(({ id }) => !sections.some((section) => section.id === id))),
      facts: storeTicketFacts(settings, at),
      telephone: settings.TELEPHONE,
      address: addressParts(settings),
    },
  };
  return token === undefined ? page : data(page, { headers: { "Cache-Control": "private, no-store" } });
}

/** Product pictures for a home page without its own; none if there are too few. */
function mosaicOf(roots: readonly CategoryNode[]) {
  const tiles = roots.filter(({ picture }) => picture !== null).slice(0, MOSAIC_TILES);
  return tiles.length < MOSAIC_TILES ? [] : tiles.map(toTile);
}

/** The absolute address of the picture for shared links; null without one. */
async function findSocialPicture(
  db: Db,
  base: string,
  { publicUrl, mediaPublicUrl }: Pick<Services["env"], "publicUrl" | "mediaPublicUrl">,
) {
  if (base === "") return null;
  const picture = (await cached(db, `social picture ${base}`, () => findPicturesByBase(db, [base]))).get(base);
  return picture === undefined ? null : pictureUrl(picture, 1280, mediaPublicUrl ?? `${publicUrl}${MEDIA_PATH}`);
}

/** Popular items, queried once per maximum lifetime of a cached page. */
async function listPopular(db: Db, now: Date) {
  const ids = await cached(db, `popular products ${Math.floor(now.getTime() / MOST_KEPT_MS)}`, async () =>
    listPopularIds(db, POPULAR_PRODUCTS, await listBestsellers(db), "nothing"),
  );
  return withSales(db, await listProductsById(db, ids, now), now);
}

/** The first dishes of each category, including its subcategories. */
async function listSections(
  db: Db,
  roots: readonly Pick<CategorySummary, "id" | "name" | "hours">[],
  { now, region }: { readonly now: Date; readonly region: RegionFormat },
) {
  const pages = await Promise.all(
    roots.map(({ id }) => listProducts(db, { categoryId: id, perPage: DISHES_PER_SECTION, most: DISHES_PER_SECTION }, now)),
  );
  const cards = await withSales(
    db,
    pages.flatMap((page) => page.products),
    now,
  );
  const byId = new Map(cards.map((card) => [card.id, card]));
  return roots
    .map(({ id, name, hours }, at) => {
      const hoursText = hours === null ? "" : weeklyText(hours, region);
      const products = (pages[at]?.products ?? []).map((product) => toShownRow(byId.get(product.id) ?? product));
      return { id, name, hoursText, total: pages[at]?.total ?? 0, products: withHoursSaidAbove(products, hoursText) };
    })
    .filter((section) => section.products.length > 0);
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

function addressParts(settings: Settings) {
  return {
    street: settings.STREET_ADDRESS,
    city: settings.ADDRESS_CITY,
    region: settings.ADDRESS_REGION,
    postalCode: settings.POSTAL_CODE,
    country: settings.COUNTRY,
  };
}

/** Adding to the cart does not change this page. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: { formMethod?: string; defaultShouldRevalidate: boolean }) {
  return formMethod === undefined || formMethod === "GET" ? defaultShouldRevalidate : false;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [];
  const { siteName, publicUrl, socialPicture, categories, home, search } = loaderData;
  const canonical = `${publicUrl}/`;
  if (search !== null)
    return pageMeta({ title: searchTexts.pageTitle(search.q, siteName), description: "", canonical, siteName, isUnlisted: true });
  const { seoTitle = "", seoDescription = "" } = home?.view ?? {};
  return pageMeta({
    title: seoTitle === "" ? texts.pageTitle(siteName) : seoTitle,
    isUnlisted: home?.isPreview ?? false,
    description:
      seoDescription === ""
        ? texts.description(
            categories.map((category) => category.name),
            siteName,
            home?.facts.delivery != null,
          )
        : seoDescription,
    canonical,
    siteName,
    imageUrl: socialPicture,
    linkedData: {
      "@context": "https://schema.org",
      "@type": "Restaurant",
      name: siteName,
      url: canonical,
      ...(home === null || home.telephone === "" ? {} : { telephone: home.telephone }),
      ...(home === null || home.address.street === ""
        ? {}
        : {
            address: {
              "@type": "PostalAddress",
              streetAddress: home.address.street,
              ...(home.address.city === "" ? {} : { addressLocality: home.address.city }),
              addressRegion: home.address.region,
              postalCode: home.address.postalCode,
              addressCountry: home.address.country,
            },
          }),
      hasMenu: categories.map((category) => ({ "@type": "Menu", name: category.name, url: `${publicUrl}/${category.id}/products` })),
    },
  });
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { siteName, categories, home, search } = loaderData;
  if (search !== null) return <SearchResults {...search} />;
  const { view } = home;
  const [firstSection] = home.sections;
  const { others } = home;
  return (
    <main id="main">
      <HomeHero {...home} siteName={siteName} />
      {home.sections.length < 2 ? null : <SectionChips sections={home.sections} label={texts.jumpToCategory} />}
      <div className="mx-auto grid max-w-[1200px] gap-12 px-4 pt-4 sm:gap-16 sm:pt-12">
        {view === null ? null : <HomeBlocks blocks={view.blocks} actionOf={quickAdd} />}
        {home.popular.length === 0 ? null : (
          <section id="popular" aria-labelledby="popular-title" className="scroll-mt-24">
            <SectionTitle id="popular-title" title={texts.popularItems} />
            <div className="mt-6">
              <ProductCards products={home.popular} label={texts.popularProducts} actionOf={quickAdd} isFirst />
            </div>
          </section>
        )}
        {home.offers.running.length === 0 ? null : (
          <section aria-labelledby="offers-title">
            <SectionTitle id="offers-title" title={texts.rightNow}>
              <p className="text-right text-sm text-ink-2">{texts.noCodeNeeded}</p>
            </SectionTitle>
            <div className="mt-6">
              <Offers offers={home.offers.running} label={texts.offersNow} menu={menuAt(firstSection)} />
            </div>
          </section>
        )}
        {home.sections.map((section) => (
          <MenuSection key={section.id} section={section} actionOf={quickAdd} />
        ))}
        {categories.length === 0 ? <p className="text-lg">{texts.menuNotReady}</p> : null}
        {others.length === 0 ? null : (
          <section aria-labelledby="menu-title">
            <SectionTitle id="menu-title" title={texts.moreOfMenu} />
            <div className="mt-6">
              <CategoryTiles categories={others} label={texts.categories} />
            </div>
          </section>
        )}
        {home.offers.coming.length === 0 ? null : (
          <section aria-labelledby="coming-title">
            <SectionTitle id="coming-title" title={texts.soon} />
            <div className="mt-6">
              <Offers offers={home.offers.coming} label={texts.offersSoon} menu={menuAt(firstSection)} />
            </div>
          </section>
        )}
      </div>
    </main>
  );
}

/** The anchor of the first dishes on this page. */
function menuAt(first: { readonly id: number } | undefined): string {
  return first === undefined ? "#main" : `#${sectionId(first.id)}`;
}

function SearchResults({ q, listing, tiles }: NonNullable<Route.ComponentProps["loaderData"]["search"]>) {
  return (
    <main id="main" className="mx-auto max-w-[1200px] px-4 pt-8 sm:pt-12">
      <h1 className="text-3xl [overflow-wrap:anywhere]">{searchTexts.resultsFor(q)}</h1>
      <SearchForm q={q} className="mt-4 flex max-w-[480px]" />
      <section aria-labelledby="found" className="mt-8">
        <h2 id="found" className="sr-only">
          {searchTexts.products}
        </h2>
        {listing.total > 0 || listing.dietaryTags.length > 0 ? (
          <ProductListing
            actionOf={quickAdd}
            {...listing}
            path="/"
            label={searchTexts.resultsLabel(q)}
            ownOrder={searchTexts.bestMatch}
            query={{ q, sort: listing.sort, dietaryTags: listing.dietaryTags }}
            isFirst
          />
        ) : (
          <div role="status" className="border-t-2 border-ink pt-8">
            <p className="text-lg wrap-anywhere">{searchTexts.noResults(q)}</p>
            <p className="mt-1 text-ink-2">{searchTexts.tryShorterWord}</p>
            <Link to="/" className={buttonClass({ look: "outline", className: "mt-4" })}>
              {searchTexts.clearSearch}
            </Link>
          </div>
        )}
      </section>
      {listing.total > 0 ? null : (
        <section aria-label={searchTexts.categories} className="mt-12">
          <CategoryTiles categories={tiles} label={searchTexts.categories} />
        </section>
      )}
    </main>
  );
}
