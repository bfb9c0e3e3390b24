import { EMBED_FRAMES } from "#app/values/embed.ts";

/**
 * Pages that load the card provider's own script and frames; everywhere else those hosts are refused. Links lead there by a new document
 * (`reloadDocument`): the policy is the document's.
 */
const CARD_PAGES = /^\/checkout\/?$/i;
/** Staff pages show nothing of other sites. */
const STAFF_PAGES = /^\/admin(?:\/|$)/i;
/** A draft shown to staff inside their own page, at the width of a phone. */
const FRAMED_PAGES = /^\/page-preview\//;
const STRIPE_SCRIPT = "https://js.stripe.com";
const STRIPE_API = "https://api.stripe.com";
const STRIPE_FRAMES = "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com";

/**
 * The Content-Security-Policy of one HTML response. Scripts need the nonce; styles may be inline because toasts and React write style
 * attributes. `isDev` allows the module server's web socket.
 */
export function contentSecurityPolicy(path: string, nonce: string, isDev: boolean): string {
  const isCardPage = CARD_PAGES.test(path);
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isCardPage ? ` ${STRIPE_SCRIPT}` : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isCardPage ? ` ${STRIPE_API}` : ""}${isDev ? " ws:" : ""}`,
    // Videos and maps of pages, once somebody asks for one; a document goes on to other pages of the shop, so all of them allow it.
    `frame-src 'self' ${isCardPage ? STRIPE_FRAMES : STAFF_PAGES.test(path) ? "" : EMBED_FRAMES.join(" ")}`.trimEnd(),
    "media-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${FRAMED_PAGES.test(path) ? "'self'" : "'none'"}`,
    "report-uri /_csp-report",
  ].join("; ");
}

/** A wallet of the card provider may ask in a window of its own, which answers its opener; elsewhere nobody opens or is opened. */
export function openerPolicy(path: string): string {
  return CARD_PAGES.test(path) ? "same-origin-allow-popups" : "same-origin";
}

/** Headers every answer carries, unless it brings its own. HSTS only where the shop is reached by https. */
export function standingHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  return {
    "Content-Security-Policy": "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": openerPolicy(""),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": 'camera=(), geolocation=(), microphone=(), payment=(self "https://js.stripe.com")',
    ...(isSecure ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
  };
}
