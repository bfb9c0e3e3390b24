import { EMBED_FRAMES } from "#app/values/addresses/embed.ts";

/** Pages with the provider's script and frames; others block them. Links there use `reloadDocument`, because the policy belongs to the document. */
const CARD_PAGES = /^\/(?:checkout|pay-order)\/?$/i;
/** Staff pages load nothing from other sites. */
const STAFF_PAGES = /^\/admin(?:\/|$)/i;
/** A draft in a frame of the staff page. */
const FRAMED_PAGES = /^\/page-preview\//;
const STRIPE_SCRIPT = "https://js.stripe.com";
const STRIPE_API = "https://api.stripe.com";
const STRIPE_FRAMES = "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com";

/**
 * The Content-Security-Policy of an HTML response. Scripts need the nonce; inline styles are allowed for toasts and React. `isDev` allows Vite's web
 * socket, `pictures` the origin of a CDN, `isFramed` a frame of the staff area.
 */
export function contentSecurityPolicy(path: string, nonce: string, { isDev = false, isFramed = false, pictures = "" } = {}): string {
  const isCardPage = CARD_PAGES.test(path);
  const embeds = STAFF_PAGES.test(path) ? "" : EMBED_FRAMES.join(" ");
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isCardPage ? ` ${STRIPE_SCRIPT}` : ""}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: ${pictures}`.trimEnd(),
    "font-src 'self'",
    `connect-src 'self'${isCardPage ? ` ${STRIPE_API}` : ""}${isDev ? " ws:" : ""}`,
    // Embedded videos and maps on request; client-side navigation makes all pages need it.
    `frame-src 'self' ${isCardPage ? STRIPE_FRAMES : embeds}`.trimEnd(),
    "media-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isFramed || FRAMED_PAGES.test(path) ? "'self'" : "'none'"}`,
    "report-uri /_csp-report",
  ].join("; ");
}

/** A wallet may open a window that reports to its opener; elsewhere blocked. */
export function openerPolicy(path: string): string {
  return CARD_PAGES.test(path) ? "same-origin-allow-popups" : "same-origin";
}

/** Default response headers. HSTS only over https. */
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
