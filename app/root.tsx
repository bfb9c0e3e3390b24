import { LANGUAGE } from "#texts/language.ts";
import { useEffect, type ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useMatches, useRouteLoaderData } from "react-router";
import { requestContext, servicesContext } from "./http/context.server.ts";
import { guardAdmin } from "./http/guards/admin-guard.server.ts";
import { guardForms } from "./http/guards/form-guard.server.ts";
import { guardOrigin } from "./http/guards/origin-guard.server.ts";
import { guardPath } from "./http/guards/path-guard.server.ts";
import { ErrorView } from "./frame/error-view.tsx";
import { EdgeBanners } from "./frame/edge-banners.tsx";
import { keepPage, useShownPage } from "./frame/keep-page.ts";
import shopSheetUrl from "./frame/shop.css?url";
import staffSheetUrl from "./frame/staff.css?url";
import { Announcer } from "./kit/focus/announcer.tsx";
import { useFocusKeeper } from "./kit/focus/focus-keeper.ts";
import { useFocusInView } from "./kit/focus/use-focus-in-view.ts";
import { STAFF_PAGES } from "./kit/focus/same-page.ts";
import { usePageChange } from "./kit/focus/use-page-change.ts";
import { Toaster } from "./kit/toasts/toaster.tsx";
import type { loader as shopLoader } from "./routes/shop/layout.tsx";
import { SETUP_PREVIEW } from "./values/setup-preview.ts";
import type { Route } from "./+types/root";
import { propertyOf } from "#app/values/narrow.ts";

/** Root middleware also runs for resource routes, so /admin/api/* stands under the same guard; it works on the path, not on a layout. */
export const middleware: Route.MiddlewareFunction[] = [guardPath, guardOrigin, guardAdmin, guardForms];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPage];

export const links: Route.LinksFunction = () => [{ rel: "manifest", href: "/manifest.webmanifest" }];

export function loader({ context }: Route.LoaderArgs) {
  const { mediaPublicUrl } = context.get(servicesContext).env;
  return { nonce: context.get(requestContext).nonce, ...(mediaPublicUrl === null ? {} : { mediaPublicUrl }) };
}

/** The nonce belongs to the document; a client navigation must not ask for another. */
export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useRouteLoaderData<typeof loader>("root")?.nonce;
  // A page may do without scripts of ours (the mail preview, print tickets) by `handle: { scripts: false }`; so does the shop in the frame of the setup.
  const isFramed = useLocation().search === SETUP_PREVIEW;
  const hasScripts = useMatches().every((match) => propertyOf(match.handle, "scripts") !== false);
  const isStaff = useIsStaff();
  const shop = useRouteLoaderData<typeof shopLoader>("routes/shop/layout");
  const look = shop?.look ?? {};
  // Tells tools outside the page, such as the browser tests, that clicks and input are handled from now on.
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
  }, []);
  return (
    <html lang={LANGUAGE} className="light" style={look.style} data-cards={look.cards} data-hero={look.hero}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={look.theme ?? "#0e5a45"} />
        {shop?.icons == null ? (
          <>
            <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
            <link rel="apple-touch-icon" href="/icons/apple-touch-180.png" />
          </>
        ) : (
          <>
            <link rel="icon" href={shop.icons.tab} type="image/png" />
            <link rel="apple-touch-icon" href={shop.icons.touch} />
          </>
        )}
        <Meta />
        <Links nonce={nonce} />
        {/* The precedence lets React load the other sheet before a navigation between shop and staff area shows. */}
        <link rel="stylesheet" href={isStaff ? staffSheetUrl : shopSheetUrl} precedence="default" />
      </head>
      <body className="min-h-dvh">
        {children}
        <ScrollRestoration nonce={nonce} />
        {hasScripts && !isFramed ? <Scripts nonce={nonce} /> : null}
      </body>
    </html>
  );
}

/** In the shop a list grows, and each search has a page of its own. */
const SHOP_PAGES = { pageParams: ["q"], partParam: null };

function useIsStaff(): boolean {
  return /^\/admin(?:\/|$)/i.test(useLocation().pathname);
}

export default function App() {
  useShownPage();
  usePageChange(useIsStaff() ? STAFF_PAGES : SHOP_PAGES);
  useFocusKeeper();
  useFocusInView();
  return (
    <>
      <Outlet />
      <Announcer />
      <EdgeBanners />
      <Toaster />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorView error={error} />;
}
