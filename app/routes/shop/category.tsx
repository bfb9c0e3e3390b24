import * as texts from "#texts/catalogue/category.ts";
import { Link, useRouteLoaderData } from "react-router";
import { quickAdd } from "#app/cart/ui/add/quick-add.tsx";
import { findCategory } from "#app/catalogue/data/categories.server.ts";
import { listDietaryTags } from "#app/catalogue/data/dietary-tags.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { pickupSlots } from "#app/store/domain/pickup-slots.ts";
import { amountText } from "#app/values/money.ts";
import { pictureUrl } from "#app/media/domain/picture.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readId } from "#app/http/answers/read-query.server.ts";
import { orderHoursNote, withHoursSaidAbove } from "#app/catalogue/domain/order-hours.ts";
import type { OrderHoursNote } from "#app/catalogue/domain/order-hours-note.ts";
import { toNamed, toTile } from "#app/catalogue/domain/shown.ts";
import { Breadcrumbs } from "#app/catalogue/ui/breadcrumbs.tsx";
import { CategoryChips } from "#app/catalogue/ui/category-chips.tsx";
import { CategoryTiles } from "#app/catalogue/ui/category-tiles.tsx";
import { pageMeta } from "#app/frame/page-meta.ts";
import { ProductListing } from "#app/catalogue/ui/product-listing.tsx";
import { buttonClass } from "#app/kit/button.tsx";
import type { ShownItem } from "#app/content/domain/shown-menu.ts";
import type { loader as layout } from "./layout.tsx";
import type { Route } from "./+types/category";
import { unitOffer } from "#app/catalogue/domain/weight/unit-offer.ts";
import { loadListing, readListingAddress } from "./product-listing.server.ts";

/** A shorter list is faster to read than to filter. */
const FILTER_FROM_PRODUCTS = 12;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, env, now } = context.get(servicesContext);
  const id = readId(request, params.id);
  const place = await findCategory(db, id);
  if (place === undefined) throw notFound(request);
  const address = readListingAddress(request);
  const [listing, tags, settings] = await Promise.all([
    loadListing(db, { categoryId: id }, address, now()),
    listDietaryTags(db, id),
    readSettings(db),
  ]);
  const isLong = listing.total >= FILTER_FROM_PRODUCTS || address.dietaryTags.length > 0;
  const { category, ancestors, siblings, children } = place;
  const way = [...ancestors, category].flatMap((each) => each.hours ?? []);
  const hours = way.length === 0 ? null : orderHoursNote([way], pickupSlots(settings, now()));
  return {
    category,
    ancestors: ancestors.map(toNamed),
    siblings: siblings.map(toNamed),
    children: children.map(toTile),
    hours,
    listing: hours === null ? listing : { ...listing, products: withHoursSaidAbove(listing.products, hours.text) },
    filterTags: isLong ? tags : [],
    unitOffers: Object.fromEntries(
      listing.products.flatMap(({ id, price, weightUnit }) =>
        weightUnit === undefined ? [] : [[id, unitOffer(price, weightUnit, settings.CURRENCY)]],
      ),
    ),
    siteName: settings.APP_NAME,
    currency: settings.CURRENCY,
    publicUrl: env.publicUrl,
  };
}

/** Adding to the cart does not change this page. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: { formMethod?: string; defaultShouldRevalidate: boolean }) {
  return formMethod === undefined || formMethod === "GET" ? defaultShouldRevalidate : false;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [];
  const { category, listing, unitOffers, siteName, currency, publicUrl } = loaderData;
  const canonical = `${publicUrl}/${category.id}/products`;
  const image = category.picture === null ? null : pictureUrl(category.picture, 960);
  return pageMeta({
    title: `${category.name} – ${siteName}`,
    description: [
      category.description,
      listing.products
        .slice(0, 4)
        .map((product) => product.name)
        .join(", "),
    ]
      .filter(Boolean)
      .join(" "),
    canonical,
    siteName,
    imageUrl: image === null ? null : `${publicUrl}${image}`,
    isUnlisted: listing.sort !== null || listing.dietaryTags.length > 0 || listing.page > 1,
    linkedData: {
      "@context": "https://schema.org",
      "@type": "Menu",
      name: category.name,
      ...(category.description === "" ? {} : { description: category.description }),
      url: canonical,
      hasMenuItem: listing.products.map((product) => ({
        "@type": "MenuItem",
        name: product.name,
        ...(product.summary === "" ? {} : { description: product.summary }),
        url: `${publicUrl}/products/${product.id}`,
        offers: { "@type": "Offer", priceCurrency: currency, price: amountText(product.price, currency), ...unitOffers[product.id] },
      })),
    },
  });
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { category, ancestors, siblings, children, hours, listing, filterTags } = loaderData;
  const path = `/${category.id}/products`;
  const menu = useRouteLoaderData<typeof layout>("routes/shop/layout")?.topMenu ?? [];
  const isInMenu = ancestors.length === 0 && siblings.every(({ id }) => leadsTo(menu, `/${id}/products`));
  const isEmpty = listing.total === 0 && listing.dietaryTags.length === 0;
  return (
    <main id="main">
      {siblings.length > 1 ? (
        <CategoryChips
          categories={siblings}
          currentId={category.id}
          isOnDesk={!isInMenu}
          label={ancestors.at(-1) === undefined ? texts.categories : texts.moreIn(ancestors.at(-1)?.name ?? "")}
        />
      ) : null}
      <div className="mx-auto max-w-[1200px] px-4 pt-6 sm:pt-8">
        <Breadcrumbs trail={ancestors} />
        <h1 className="mt-1 text-4xl">{category.name}</h1>
        {hours === null ? null : <p className="mt-3 font-semibold">{hoursText(hours)}</p>}
        {category.description === "" ? null : <p className="mt-3 max-w-[60ch] text-lg text-ink-2">{category.description}</p>}
        {children.length === 0 ? null : (
          <section aria-label={texts.partsOf(category.name)} className="mt-8">
            <CategoryTiles categories={children} label={texts.partsOf(category.name)} isFirst />
          </section>
        )}
        <section aria-labelledby="products" className="mt-8">
          <h2 id="products" className="sr-only">
            {texts.products}
          </h2>
          {isEmpty ? (
            <div className="border-t-2 border-ink py-10">
              <p className="text-lg">{texts.nothingIn(category.name)}</p>
              <Link to="/" className={buttonClass({ look: "outline", className: "mt-4" })}>
                {texts.seeEverything}
              </Link>
            </div>
          ) : (
            <ProductListing
              actionOf={quickAdd}
              {...listing}
              path={path}
              label={category.name}
              ownOrder={texts.menuOrder}
              query={{ sort: listing.sort, dietaryTags: listing.dietaryTags }}
              filterTags={filterTags}
              isFirst={children.length === 0}
            />
          )}
        </section>
      </div>
    </main>
  );
}

function hoursText({ text, isNow, isLater }: OrderHoursNote): string {
  if (isLater) return texts.canBeOrderedLater(text);
  return isNow ? texts.canBeOrdered(text) : texts.notAtThisHour(text);
}

/** Whether a menu item, at any depth, links there. */
function leadsTo(menu: readonly ShownItem[], path: string): boolean {
  return menu.some(({ to, children }) => to === path || (children !== undefined && leadsTo(children, path)));
}
