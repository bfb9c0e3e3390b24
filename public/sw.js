/*
 * The shop's service worker. It keeps the pages of the menu that were looked at, to be read without a network: said to be old, with nothing to press that
 * would order at an old price. While there is a network every page comes from it. Carts, checkouts, orders and the staff area are never kept.
 */
importScripts("/sw-texts.js"); // self.TEXTS: server/edge/worker-texts.ts

const PAGES = "shop-pages-1";
const FILES = "shop-files-1";
const MOST_PAGES = 60;
const MOST_FILES = 200;
/** When a page was kept, and what it is called. */
const SEEN_AT = "x-seen-at";
const SETTINGS = "/api/site-settings";
const PERSONAL = /^\/(?:admin|api|cart|checkout|pay-order|payment-complete|page-preview|_[^/]*)(?:[/.]|$)/i;
/** Their names carry their content's fingerprint. */
const FOR_EVER = /^\/(?:media\/|assets\/[^/]+\.(?:woff2|css)$)/;
/** What a kept page may do: be read. */
const POLICY =
  "default-src 'none'; img-src 'self' data:; font-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

self.addEventListener("install", (event) => event.waitUntil(keepSettings().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(begin()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(showPage(event, url));
  else if (FOR_EVER.test(url.pathname)) event.respondWith(showFile(event, request));
});

async function begin() {
  for (const name of await caches.keys()) if (name !== PAGES && name !== FILES) await caches.delete(name);
  // The page is asked for while this worker still wakes up.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
  // What is looked at while this worker arrives has come without it.
  for (const { url } of await self.clients.matchAll({ type: "window" })) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer !== undefined && isMenu(new URL(url), answer)) await keepPage(new URL(url), answer);
  }
}

async function showPage(event, url) {
  let answer;
  try {
    answer = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await keptPage(url)) ?? noPage();
  }
  if (isMenu(url, answer)) event.waitUntil(keepPage(url, answer.clone()));
  return answer;
}

/** The same for everybody, and worth reading again. */
function isMenu(url, answer) {
  if (PERSONAL.test(url.pathname) || !answer.ok || answer.redirected || answer.type !== "basic") return false;
  const isHtml = answer.headers.get("Content-Type")?.startsWith("text/html") === true;
  return isHtml && !/private|no-store/i.test(answer.headers.get("Cache-Control") ?? "");
}

const nameOf = (url) => url.pathname + url.search;

async function keepPage(url, answer) {
  const pages = await caches.open(PAGES);
  const headers = { "Content-Type": "text/html; charset=utf-8", [SEEN_AT]: new Date().toISOString() };
  const html = await answer.text();
  await keepAtMost(pages, MOST_PAGES, nameOf(url), new Response(html, { headers }));
  await keepStyles(html);
  await keepSettings();
}

/** The style sheets that a page names: without them it could not be read offline. */
async function keepStyles(html) {
  const files = await caches.open(FILES);
  for (const [name] of html.matchAll(/\/assets\/[\w.-]+\.css/g)) {
    const answer = (await files.match(name)) ?? (await fetch(name).catch(() => undefined));
    if (answer?.ok === true) await keepAtMost(files, MOST_FILES, name, answer);
  }
}

/** The newest last; what was kept first goes first. */
async function keepAtMost(cache, most, name, answer) {
  await cache.delete(name);
  await cache.put(name, answer);
  const names = await cache.keys();
  for (const old of names.slice(0, Math.max(0, names.length - most))) await cache.delete(old);
}

/** The shop's name and telephone: what somebody without a network needs. Asked for once an hour at most. */
async function keepSettings() {
  const files = await caches.open(FILES);
  const kept = await files.match(SETTINGS);
  if (kept !== undefined && Date.now() - Date.parse(kept.headers.get(SEEN_AT) ?? "") < 3_600_000) return;
  const answer = await fetch(SETTINGS).catch(() => undefined);
  if (answer?.ok !== true) return;
  await keepAtMost(files, MOST_FILES, SETTINGS, new Response(await answer.text(), { headers: { [SEEN_AT]: new Date().toISOString() } }));
}

async function showFile(event, request) {
  const files = await caches.open(FILES);
  const kept = await files.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) event.waitUntil(keepAtMost(files, MOST_FILES, request, answer.clone()));
  return answer;
}

/** A page as it was last seen, which says so: no scripts run in it, and nothing in it can be pressed but links. */
async function keptPage(url) {
  const kept = await (await caches.open(PAGES)).match(nameOf(url));
  if (kept === undefined) return undefined;
  const { telephone, locale } = await readSettings();
  const seen = new Date(kept.headers.get(SEEN_AT));
  const words = escape(TEXTS.seenBefore.replace("{seen}", () => seenWhen(seen, locale)));
  const call =
    telephone === ""
      ? ""
      : ` <a href="tel:${escape(telephone)}" style="color:inherit;text-decoration:underline;margin-left:.5rem">${callText(telephone)}</a>`;
  const again = `<a href="${escape(nameOf(url))}" style="color:inherit;text-decoration:underline;margin-left:.5rem">${escape(TEXTS.tryAgain)}</a>`;
  const note = `<p role="status" style="position:sticky;top:4rem;z-index:30;margin:0;padding:12px 16px;background:#f6be2c;color:#14201b;font-weight:600">${words} ${again}${call}</p>`;
  const html = (await kept.text())
    .replace(/<script\b[\s\S]*?<\/script>/gi, "")
    .replace(/<link\b[^>]*\brel="(?:modulepreload|preload|manifest)"[^>]*>/gi, "")
    .replaceAll(/<(button|input|select|textarea)\b/gi, "<$1 disabled")
    .replace(/<main\b/i, (main) => note + main);
  return answerWith(html, 200);
}

/** Nothing of this page is kept: the shop's own words, and which pages are. */
async function noPage() {
  const { name, telephone } = await readSettings();
  const links = [];
  for (const request of (await (await caches.open(PAGES)).keys()).toReversed()) {
    const page = await (await caches.open(PAGES)).match(request);
    const title = /<title>([^<]*)<\/title>/.exec(await page.text())?.[1] ?? "";
    links.push(`<li><a href="${escape(nameOf(new URL(request.url)))}">${title === "" ? escape(TEXTS.untitledPage) : title}</a></li>`);
  }
  const html = `<!DOCTYPE html><html lang="${TEXTS.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(TEXTS.noConnection)}</title>
<style>body{margin:0;background:#f3f5f0;color:#14201b;font:1rem/1.5 system-ui,sans-serif}main{max-width:34rem;margin:0 auto;padding:15vh 1.25rem 3rem}h1{font-size:min(2.25rem,11vw);line-height:1.1;margin:0;overflow-wrap:anywhere}h2{font-size:1.25rem;border-bottom:2px solid #14201b;padding-bottom:.5rem}
a{color:#0e5a45;overflow-wrap:anywhere}a:focus-visible{outline:2px solid #1d56a6;outline-offset:2px;box-shadow:0 0 0 2px #fff}.do{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.5rem 0;padding-top:1.5rem;border-top:2px dashed #d6dcd3}.do a{border:1px solid #0e5a45;border-radius:6px;padding:.7rem 1.2rem;font-weight:600;text-decoration:none}
.do a:first-child{background:#0e5a45;color:#fff}ul{list-style:none;padding:0;margin:0}li{border-bottom:1px solid #d6dcd3}li a{display:block;padding:.65rem 0}</style></head>
<body><main><p>${escape(name)}</p><h1>${escape(TEXTS.noConnection)}</h1><p>${escape(TEXTS.notFetched)}</p>
<p class="do"><a href="">${escape(TEXTS.tryAgain)}</a>${telephone === "" ? "" : `<a href="tel:${escape(telephone)}">${callText(telephone)}</a>`}</p>
${links.length === 0 ? "" : `<h2>${escape(TEXTS.availableOffline)}</h2><ul>${links.join("")}</ul>`}</main></body></html>`;
  return answerWith(html, 503);
}

async function readSettings() {
  const kept = await (await caches.open(FILES)).match(SETTINGS);
  const settings = kept === undefined ? {} : await kept.json();
  return { name: settings.APP_NAME ?? "", telephone: settings.TELEPHONE ?? "", locale: settings.LOCALE ?? "en-US" };
}

/** Weekday and time, in the language of the texts and on the clock of the shop's region: "Friday 6:45 PM", "Friday 18:45". */
function seenWhen(at, locale) {
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions();
  return at.toLocaleString(TEXTS.language, { weekday: "long", hour: "numeric", minute: "2-digit", hourCycle });
}

function callText(telephone) {
  return escape(TEXTS.call.replace("{telephone}", () => telephone));
}

function answerWith(html, status) {
  const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "Content-Security-Policy": POLICY };
  return new Response(html, { status, headers });
}

function escape(text) {
  return String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
