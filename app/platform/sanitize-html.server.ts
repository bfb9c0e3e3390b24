import { LRUCache } from "lru-cache";
import sanitize from "sanitize-html";
import { MAX_HTML_LENGTH } from "#app/values/limits.ts";

/** The allow-list for HTML from people and files; the editor offers the same. Applied on write and on read. */
const TAGS = [
  "p",
  "div",
  "br",
  "hr",
  "h2",
  "h3",
  "h4",
  "strong",
  "b",
  "em",
  "i",
  "u",
  "s",
  "sub",
  "sup",
  "small",
  "mark",
  "code",
  "pre",
  "blockquote",
  "ul",
  "ol",
  "li",
  "a",
  "img",
  "figure",
  "table",
  "caption",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
];
const SCHEMES = ["http", "https", "mailto", "tel"];
/** Own pictures only: other servers would learn the reader, and the content policy blocks them. */
const OWN_PICTURE = /^\/media\/[0-9a-f]{2}\/[0-9a-f]{32}(?:-\d{1,4})?\.(?:avif|webp|jpg)$/;

const PAGE_NUMBER = /^[1-9]\d{0,8}$/;
/** A link that looks like a button. */
const BUTTON_CLASS = "button";

/** Sanitizes HTML; idempotent. Other elements are removed but their text stays, except script and style. h1 becomes h2. */
export function sanitizeHtml(html: string): string {
  let clean = html.slice(0, MAX_HTML_LENGTH);
  // Invalid nesting needs repeated passes; a few suffice.
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = cleanOnce(clean);
    if (next === clean) break;
    clean = next;
  }
  return clean;
}

const MAX_ROUNDS = 6;

/** Cache by text: 200 entries up to 20,000 characters. */
const cleanCache = new LRUCache<string, string>({ max: 200, maxEntrySize: 20_000, sizeCalculation: (_clean, html) => html.length });

/** Sanitizes stored HTML again, because older lists, backups or other programs may have written it. Cached, as it costs more than a page. */
export function cleanStoredHtml(html: string): string {
  if (html === "") return "";
  const cached = cleanCache.get(html);
  if (cached !== undefined) return cached;
  const clean = sanitizeHtml(html);
  cleanCache.set(html, clean);
  return clean;
}

function cleanOnce(html: string): string {
  return sanitize(html, {
    allowedTags: TAGS,
    allowedAttributes: {
      // `data-page`: the linked page's id; class: only BUTTON_CLASS.
      a: ["href", "title", "rel", "data-page"],
      // An embed, named by the link inside; it loads nothing by itself.
      figure: ["data-embed"],
      img: ["src", "alt", "width", "height", "loading"],
      ol: ["start"],
      th: ["scope", "colspan", "rowspan"],
      td: ["colspan", "rowspan"],
    },
    allowedClasses: { a: [BUTTON_CLASS] },
    allowedSchemes: SCHEMES,
    allowedSchemesAppliedToAttributes: ["href", "src"],
    allowProtocolRelative: false,
    nonTextTags: ["script", "style", "textarea", "option", "noscript", "template", "iframe", "object", "svg", "math", "title"],
    disallowedTagsMode: "discard",
    transformTags: {
      h1: "h2",
      h5: "h4",
      h6: "h4",
      figcaption: "p",
      a: (tagName, attribs) => {
        const allowed = PAGE_NUMBER.test(attribs["data-page"] ?? "") ? attribs : without(attribs, "data-page");
        return { tagName, attribs: isAbsolute(allowed["href"]) ? { ...allowed, rel: "noopener nofollow" } : without(allowed, "rel") };
      },
      figure: (tagName, attribs) => {
        const embed: Record<string, string> = "data-embed" in attribs ? { "data-embed": "1" } : {};
        return { tagName, attribs: embed };
      },
      img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, loading: "lazy" } }),
    },
    exclusiveFilter: (frame) => frame.tag === "img" && !OWN_PICTURE.test(frame.attribs["src"] ?? ""),
    nestingLimit: 20,
  }).trim();
}

/** The text of HTML with spaces collapsed, for summaries and search. */
export function plainTextOf(html: string): string {
  const spaced = html.slice(0, MAX_HTML_LENGTH).replace(/<(?:\/p|\/li|\/h[1-6]|\/div|\/t[dhr]|br)\b[^>]{0,200}>/gi, " $&");
  const text = sanitize(spaced, { allowedTags: [], allowedAttributes: {}, disallowedTagsMode: "discard" });
  return decodeEntities(text).replace(/\s+/g, " ").trim();
}

function isAbsolute(href: string | undefined): boolean {
  return href !== undefined && /^https?:/i.test(href.trim());
}

function without(attribs: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(attribs).filter(([key]) => key !== name));
}

/** The sanitiser leaves exactly these five escaped. */
function decodeEntities(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}
