import * as texts from "#texts/frame/page-frame.ts";
import { storeAddressLines } from "#app/store/domain/delivery/store-address.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { MoneyFormatContext } from "#app/kit/use-money-format.ts";
import type { ComponentType } from "react";
import { Outlet, useLocation, useMatches, useRouteLoaderData } from "react-router";
import { toShownFooter, toShownTopMenu } from "#app/content/domain/shown-menu.ts";
import { cached } from "#app/platform/db/cached.server.ts";
import { hoursRows } from "#app/store/domain/hours/hours-text.ts";
import { hasNoHoursYet } from "#app/store/domain/setup-steps.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";
import { CartLink } from "#app/cart/ui/header/cart-link.tsx";
import { useCartBadge } from "#app/cart/ui/cart-events.ts";
import { OrderBar } from "#app/cart/ui/header/order-bar.tsx";
import { requestContext, servicesContext, type Services } from "#app/http/context.server.ts";
import { findPicturesByBase } from "#app/media/data/media.server.ts";
import { lookOf, shopImageUrl, type Logo } from "#app/store/domain/look/look.ts";
import { framePart, readFrameMenu, readFrameSettings } from "#app/http/frame-part.server.ts";
import { ClosedBanner } from "#app/frame/closed-banner.tsx";
import { ErrorView } from "#app/frame/error-view.tsx";
import { Footer } from "#app/frame/footer.tsx";
import { LazyStaffBar } from "#app/frame/lazy-staff-bar.tsx";
import { OpeningSoonBar } from "#app/frame/opening-soon-bar.tsx";
import { TopBar } from "#app/frame/top-bar.tsx";
import type { Route } from "./+types/layout";
import { readFrameBanner } from "./banner-list.server.ts";

/** The parts of the layout that a page may change. */
export interface ShopHandle {
  /** Replaces the top bar with its menu. */
  readonly Header?: ComponentType<{ readonly appName: string; readonly logo: Logo | null; readonly telephone: string }>;
}

/**
 * The layout of every shop page. Nothing personal: the badge and the open state load afterwards, so that whole pages can be cached. If
 * reading a part fails, it is left empty.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [settings, menus] = await Promise.all([
    readFrameSettings(services),
    cached(services.db, "menus as shown", () => readShownMenus(services)),
  ]);
  const hours = storeHours(settings);
  const logo = await framePart(services, "logo", () => findLogo(services, settings.LOGO), null);
  return {
    look: lookOf(settings),
    format: moneyFormat(settings),
    logo,
    icons: settings.SHOP_ICON === "" ? null : iconsOf(settings.SHOP_ICON),
    store: {
      appName: settings.APP_NAME,
      address: storeAddressLines(settings),
      telephone: settings.TELEPHONE,
      hours: hasNoHoursYet(settings) ? [] : await framePart(services, "opening hours", () => hoursRows(hours), []),
    },
    banner: await readFrameBanner(services, settings),
    /** Only staff can see the shop then. */
    isOpeningSoon: settings.OPENING_SOON,
    // The document's own nonce: it allows the banner's inline script.
    nonce: context.get(requestContext).nonce,
    ...menus,
  };
}

function iconsOf(base: string) {
  return { tab: shopImageUrl("icon-192", base), touch: shopImageUrl("icon-180", base) };
}

/** The logo with its dimensions; null without one. */
async function findLogo({ db }: Services, base: string): Promise<Logo | null> {
  if (base === "") return null;
  const picture = await cached(db, `logo ${base}`, async () => (await findPicturesByBase(db, [base])).get(base) ?? null);
  return picture === null ? null : { src: shopImageUrl("logo", base), width: picture.width, height: picture.height };
}

async function readShownMenus(services: Services) {
  const [topMenu, footerMenu] = await Promise.all([
    framePart(services, "site_top_menu", async () => toShownTopMenu(await readFrameMenu(services.db, "site_top_menu")), []),
    framePart(services, "site_footer_menu", async () => toShownFooter(await readFrameMenu(services.db, "site_footer_menu")), []),
  ]);
  return { topMenu, footerMenu };
}

/** The layout changes rarely: navigation keeps it, a reload updates it. */
export function shouldRevalidate() {
  return false;
}

export default function ShopLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** An error inside the shop keeps the layout: a lost customer needs menu, hours and telephone. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <LostOrFailed error={error} />
    </Frame>
  );
}

function LostOrFailed({ error }: { readonly error: unknown }) {
  return <ErrorView error={error} telephone={useRouteLoaderData<typeof loader>("routes/shop/layout")?.store.telephone ?? ""} />;
}

function Frame({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("routes/shop/layout");
  const handles = useMatches().map((match) => match.handle as ShopHandle | undefined);
  const Header = handles.find((handle) => handle?.Header !== undefined)?.Header;
  // Literally any path starting with /admin, so also a page with the slug "admin-news".
  const hasCart = !useLocation().pathname.toLowerCase().startsWith("/admin");
  const badge = useCartBadge(Header === undefined && hasCart);
  if (data === undefined) return children;
  return (
    <MoneyFormatContext value={data.format}>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:mr-2 focus:rounded focus:bg-surface focus:px-4 focus:py-3"
      >
        {texts.skipToContent}
      </a>
      {Header === undefined ? (
        <TopBar appName={data.store.appName} logo={data.logo} menu={data.topMenu} cart={hasCart ? <CartLink badge={badge} /> : null} />
      ) : (
        <Header appName={data.store.appName} logo={data.logo} telephone={data.store.telephone} />
      )}
      <div className="flex min-h-dvh flex-col pt-16">
        {Header === undefined ? <LazyStaffBar /> : null}
        {data.isOpeningSoon ? <OpeningSoonBar /> : null}
        <ClosedBanner facts={data.banner} nonce={data.nonce} />
        <div className="grow">{children}</div>
        <Footer store={data.store} menu={data.footerMenu} />
        {hasCart ? <OrderBar badge={badge} /> : null}
      </div>
    </MoneyFormatContext>
  );
}
