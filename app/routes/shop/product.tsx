import * as texts from "#texts/catalogue/product.ts";
import { finalWeight } from "#texts/catalogue/weight.ts";
import { localDateOf } from "#app/values/time.ts";
import { formatDay } from "#app/values/clock/shop-clock.ts";
import { regionFormat } from "#app/values/clock/region-format.ts";
import { canBeAdded } from "#app/catalogue/domain/order-hours-note.ts";
import { quickAdd } from "#app/cart/ui/add/quick-add.tsx";
import { Link, useLocation } from "react-router";
import type { Db } from "#app/platform/db/database.server.ts";
import { findProduct, listProducts } from "#app/catalogue/data/products.server.ts";
import { loadReviewsShown } from "#app/content/data/reviews.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { amountText, type MoneyFormat } from "#app/values/money.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { pictureUrl } from "#app/media/domain/picture.ts";
import { toNamed, toShownCard } from "#app/catalogue/domain/shown.ts";
import type { ProductCard, ProductDetail } from "#app/catalogue/domain/product.ts";
import { orderRuleNotes } from "#app/catalogue/domain/order-rules/order-rules.ts";
import { unitOffer } from "#app/catalogue/domain/weight/unit-offer.ts";
import type { SoldByWeight } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { pricedSteps, stepsText, unitKey } from "#app/catalogue/domain/weight/steps.ts";
import type { OpeningOrder } from "#app/cart/ui/add/use-product-order.ts";
import { hoursSaidInstead, withHoursSaidAbove } from "#app/catalogue/domain/order-hours.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { urlId } from "#app/values/addresses/url.schema.ts";
import { redirectOldAddress } from "./old-address.server.ts";
import { productQuery } from "./query.schema.ts";
import { MAX_REVIEW_PAGES } from "#app/content/domain/review.ts";
import { Breadcrumbs } from "#app/catalogue/ui/breadcrumbs.tsx";
import { Gallery } from "#app/catalogue/ui/gallery.tsx";
import { pageMeta } from "#app/frame/page-meta.ts";
import { Price } from "#app/catalogue/ui/price.tsx";
import { ProductCards } from "#app/catalogue/ui/product-card.tsx";
import { ProductForm } from "#app/cart/ui/add/product-form.tsx";
import { SoldOut } from "#app/catalogue/ui/product-row.tsx";
import { Reviews } from "#app/content/ui/reviews.tsx";
import { SectionTitle } from "#app/kit/section-title.tsx";
import { Stars } from "#app/content/ui/stars.tsx";
import { TagList } from "#app/catalogue/ui/tag-list.tsx";
import { buttonClass } from "#app/kit/button.tsx";
import { presentHtml } from "#app/content/data/page-html.server.ts";
import type { Route } from "./+types/product";
import { readProductAddress } from "./product-address.server.ts";
import { withSale, withSales, type ProductWithOffers } from "#app/promotions/workflows/sale-prices.server.ts";
import { productIntro } from "./product-intro.server.ts";

const REVIEWS_PER_PAGE = 5;
const RELATED_PRODUCTS = 4;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, env, now } = context.get(servicesContext);
  const id = urlId.safeParse(params.id).data ?? (await redirectOldAddress(db, request, params.id));
  const found = await findProduct(db, id, now());
  if (found === undefined) throw notFound(request);
  const product = await withSale(db, found, now());
  const { reviews: reviewPages } = readPageQuery(request, productQuery);
  const [descriptionHtml, settings, { ratings, reviews }, related] = await Promise.all([
    presentHtml(db, product.descriptionHtml),
    readSettings(db),
    loadReviewsShown(db, id, reviewPages * REVIEWS_PER_PAGE),
    listRelated(db, product, now()),
  ]);
  const said = hoursSaidInstead(product);
  return {
    // The data omits everything the page does not show, so that a stock change from 12 to 11 does not change the page.
    product: { ...shownOf(product, moneyFormat(settings)), descriptionHtml },
    rules: rulesOf(product, settings.LOCALE),
    later: product.hours?.isLater === true ? texts.canBeOrderedLater(product.hours.text) : null,
    notNow: canBeAdded(product) ? null : notNowOf(product),
    lead: productIntro(product.summary, product.descriptionHtml),
    opening: withLeast(readProductAddress(product.groups, request), product),
    ratings: { ...ratings, averageText: ratingText(ratings.average, settings.LOCALE) },
    reviews: reviews.map((review) => ({
      ...review,
      day: formatDay(localDateOf(review.createdAt, "UTC"), regionFormat(settings.LOCALE), { month: "long", hasYear: true }),
    })),
    reviewPages,
    relatedTitle: product.trail[0] === undefined ? texts.alsoOnMenu : texts.moreOf(product.trail[0].name),
    related: (said === null ? related : withHoursSaidAbove(related, said)).map(toShownCard),
    siteName: settings.APP_NAME,
    currency: settings.CURRENCY,
    publicUrl: env.publicUrl,
  };
}

/** "4.5", "4.0", in German "4,5"; "" without reviews. */
function ratingText(average: number | null, locale: string): string {
  return average?.toLocaleString(locale, { minimumFractionDigits: 1 }) ?? "";
}

/** Product data for the page and for search engines. */
function shownOf(
  { taxClass: _class, updatedAt: _at, isHidden: _hidden, stock: _stock, weight, ...product }: ProductWithOffers,
  format: MoneyFormat,
) {
  return {
    ...product,
    ...weightsOf(weight, product, format),
    units: unitKey(weight),
    categories: product.categories.slice(0, 1).map(toNamed),
    trail: product.trail.map(toNamed),
  };
}

/** The reason why the product cannot be ordered now, with a link to an alternative. */
function notNowOf({ name, isSoldOut, soldOutText, hours, categories: [category] }: ProductDetail) {
  return {
    title: soldOutText || texts.notAtThisHour,
    reason: isSoldOut || hours === null ? texts.isUnavailable(name) : texts.canBeOrdered(name, hours.text),
    to: category === undefined ? "/" : `/${category.id}/products`,
    label: category === undefined ? texts.seeMenu : texts.see(category.name),
  };
}

/** Text and price of each number of steps, so that the page does not compute them. */
function weightsOf(
  weight: SoldByWeight | null,
  { basePrice, maxPerOrder }: Pick<ProductDetail, "basePrice" | "maxPerOrder">,
  { locale, currency }: MoneyFormat,
) {
  if (weight === null) return {};
  // Omits the quantity, which would count in units of the price.
  const offer = { eligibleQuantity: undefined, ...unitOffer(basePrice, weight.unit, currency) };
  return { least: weight.least, unitOffer: offer, weights: pricedSteps({ price: basePrice, maxPerOrder }, weight, locale) };
}

function rulesOf(product: ProductDetail, locale: string): readonly string[] {
  return [...orderRuleNotes(product, (units) => stepsText(product, units, locale)), ...(product.weight === null ? [] : [finalWeight])];
}

function withLeast(opening: OpeningOrder, { weight }: Pick<ProductDetail, "weight">): OpeningOrder {
  return weight === null ? opening : { ...opening, quantity: Math.max(weight.least, opening.quantity) };
}

/** Related products: from the same category first, then from its top-level category. */
async function listRelated(db: Db, product: ProductDetail, now: Date): Promise<readonly ProductCard[]> {
  const ownCategoryId = product.categories[0]?.id;
  const topCategoryId = product.trail[0]?.id;
  const related = new Map<number, ProductCard>();
  for (const categoryId of new Set([ownCategoryId, topCategoryId])) {
    if (categoryId === undefined || related.size >= RELATED_PRODUCTS) continue;
    const { products } = await listProducts(db, { categoryId, perPage: RELATED_PRODUCTS * 3 }, now);
    for (const card of products) if (card.id !== product.id && !card.isSoldOut) related.set(card.id, card);
  }
  return withSales(db, [...related.values()].slice(0, RELATED_PRODUCTS), now);
}

/** Adding to the cart does not change this page. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: { formMethod?: string; defaultShouldRevalidate: boolean }) {
  return formMethod === undefined || formMethod === "GET" ? defaultShouldRevalidate : false;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [];
  const { product, siteName, currency, publicUrl, ratings, reviews } = loaderData;
  const canonical = `${publicUrl}/products/${product.id}`;
  const images = product.pictures.flatMap((picture) => pictureUrl(picture, 960) ?? []).map((path) => `${publicUrl}${path}`);
  const offered = product.hours?.isNow === false ? "LimitedAvailability" : "InStock";
  return pageMeta({
    title: `${product.seoTitle || product.name} – ${siteName}`,
    description: product.seoDescription || product.summary,
    canonical,
    siteName,
    imageUrl: images[0] ?? null,
    type: "product",
    linkedData: {
      "@context": "https://schema.org",
      "@type": "Product",
      name: product.name,
      ...(product.summary === "" ? {} : { description: product.summary }),
      ...(images.length === 0 ? {} : { image: images }),
      url: canonical,
      offers: {
        "@type": "Offer",
        priceCurrency: currency,
        price: amountText(product.startingPrice, currency),
        ...(product.was === null
          ? {}
          : {
              priceSpecification: {
                "@type": "UnitPriceSpecification",
                priceType: "https://schema.org/StrikethroughPrice",
                priceCurrency: currency,
                price: amountText(product.was, currency),
              },
            }),
        availability: `https://schema.org/${product.isSoldOut ? "SoldOut" : offered}`,
        ...(product.leadHours === 0
          ? {}
          : { deliveryLeadTime: { "@type": "QuantitativeValue", minValue: product.leadHours, unitCode: "HUR" } }),
        ...(product.maxPerOrder === null ? {} : { eligibleQuantity: { "@type": "QuantitativeValue", maxValue: product.maxPerOrder } }),
        ...product.unitOffer,
        ...(product.isPickupOnly ? { availableDeliveryMethod: "https://schema.org/OnSitePickup" } : {}),
        url: canonical,
      },
      ...(ratings.average === null
        ? {}
        : {
            aggregateRating: { "@type": "AggregateRating", ratingValue: ratings.average, reviewCount: ratings.count },
            review: reviews.map((review) => ({
              "@type": "Review",
              author: { "@type": "Person", name: review.authorName },
              datePublished: review.createdAt.toISOString().slice(0, 10),
              reviewRating: { "@type": "Rating", ratingValue: review.rating },
              ...(review.body === "" ? {} : { reviewBody: review.body }),
            })),
          }),
    },
  });
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { product, rules, later, notNow, lead, opening, ratings, reviews, reviewPages, related, relatedTitle } = loaderData;
  const { pathname } = useLocation();
  const hasMoreReviews = ratings.count > reviews.length && reviewPages < MAX_REVIEW_PAGES;
  return (
    <main id="main" className="mx-auto max-w-[1200px] px-4 pt-4 sm:pt-6">
      <Breadcrumbs trail={product.trail} />
      <div className="mt-2 lg:mt-4 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,480px)] lg:items-start lg:gap-x-12">
        <ProductAbout product={product} rules={rules} lead={lead} ratings={ratings} />
        {notNow === null ? (
          <div>
            {later === null ? null : <p className="mt-6 font-semibold lg:mt-0">{later}</p>}
            <ProductForm key={product.id} product={product} opening={opening} />
          </div>
        ) : (
          <NotNow {...notNow} />
        )}
      </div>
      <Reviews
        summary={ratings}
        reviews={reviews}
        more={
          hasMoreReviews ? (
            <Link
              to={`${pathname}?reviews=${reviewPages + 1}#reviews`}
              replace
              preventScrollReset
              className={buttonClass({ look: "outline", className: "mt-6" })}
            >
              {texts.moreReviews}
            </Link>
          ) : null
        }
      />
      {related.length === 0 ? null : (
        <section aria-labelledby="related-title" className="later-700 mt-16">
          <SectionTitle id="related-title" title={relatedTitle} />
          <div className="mt-6">
            <ProductCards products={related} label={texts.related} actionOf={quickAdd} />
          </div>
        </section>
      )}
    </main>
  );
}

/** Replaces the form. */
function NotNow({ title, reason, to, label }: NonNullable<Route.ComponentProps["loaderData"]["notNow"]>) {
  return (
    <div className="ticket mt-8 p-6 lg:mt-0">
      <p className="font-display text-2xl font-semibold">{title}</p>
      <p className="mt-2 text-ink-2">{reason}</p>
      <Link to={to} className={buttonClass({ look: "outline", className: "mt-4" })}>
        {label}
      </Link>
    </div>
  );
}

/** Pictures and details of the product. Next to a long form, the column sticks once its end is visible. */
function ProductAbout({
  product,
  rules,
  lead,
  ratings,
}: Pick<Route.ComponentProps["loaderData"], "product" | "rules" | "lead" | "ratings">) {
  return (
    <div className="lg:sticky lg:bottom-4 lg:flex lg:min-h-[calc(100dvh-152px)] lg:flex-col lg:self-end">
      <Gallery key={product.id} pictures={product.pictures} hue={product.hue} name={product.name} />
      {/* On a desktop, name and price are above the picture, so that they are visible without scrolling. */}
      <h1 className="mt-5 text-3xl lg:order-first lg:mt-0">{product.name}</h1>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-lg lg:order-first lg:mb-4">
        <Price cents={product.startingPrice} was={product.was} isFrom={product.isFrom} per={product.per} className="font-semibold" />
        {product.isSoldOut ? <SoldOut text={product.soldOutText} /> : null}
        {ratings.average === null ? null : (
          <a
            href="#reviews"
            className="figures -my-2 inline-flex min-h-11 items-center gap-1.5 text-sm text-ink-2 underline underline-offset-2"
          >
            <Stars rating={ratings.average} text={ratings.averageText} />
            {ratings.averageText} ({ratings.count})
          </a>
        )}
      </p>
      {product.offerNote === null ? null : <p className="figures mt-1 text-sm font-semibold text-leaf">{product.offerNote}</p>}
      <ul className="mt-2 flex flex-wrap gap-x-4 font-semibold empty:hidden lg:order-first lg:mt-0 lg:mb-4">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      {lead === "" ? null : <p className="mt-3 max-w-[60ch] text-lg text-ink-2">{lead}</p>}
      <TagList tags={product.tags} dietaryTags={product.dietaryTags} className="mt-3" />
      {/* Sanitised when it was saved. */}
      {product.descriptionHtml === "" ? null : (
        <div className="prose mt-4 [overflow-wrap:anywhere]" dangerouslySetInnerHTML={{ __html: product.descriptionHtml }} />
      )}
      <dl className="mt-5 grid gap-1 text-sm empty:hidden">
        {/* An empty list may mean that no allergens were entered, so the page promises nothing. */}
        {product.allergens.length === 0 ? null : <Fact name={texts.contains} value={product.allergens.join(", ")} />}
        {product.calories === null ? null : <Fact name={texts.energy} value={texts.aboutCalories(product.calories)} />}
      </dl>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="font-semibold">{name}</dt>
      <span aria-hidden className="leader" />
      <dd className="figures max-w-[75%] text-right">{value}</dd>
    </div>
  );
}
