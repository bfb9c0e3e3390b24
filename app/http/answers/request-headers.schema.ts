import { z } from "zod";
import { keepText } from "#app/values/text.ts";

const MAX_LENGTH = 4000;
const MAX_USER_AGENT_LENGTH = 200;
const UNUSABLE = "unusable";

/** What is said before the parameters: "text/html; q=0.9" → "text/html". */
const withoutParameters = (text: string) => (text.split(";")[0] ?? "").trim().toLowerCase();

/** A list separated by commas, without the parameters behind each entry. */
const list = z
  .string()
  .max(MAX_LENGTH)
  .transform((text): readonly string[] => text.split(",").map(withoutParameters))
  .catch([]);

/** What is read of a request's headers. Nobody writes them by hand: one that makes no sense counts as not sent, or, where a guard reads it, as foreign. */
const HEADERS = {
  /** "text/html", "application/json" */
  Accept: list,
  /** "application/json"; "" = none is said, "unusable" = no single one. */
  "Content-Type": z
    .string()
    .max(MAX_LENGTH)
    .transform((text) => (text.includes(",") ? UNUSABLE : withoutParameters(text)))
    .catch(UNUSABLE)
    .default(""),
  /** Whose page asks, as the browser vouches; undefined = it does not say. */
  "Sec-Fetch-Site": z.enum(["same-origin", "same-site", "cross-site", "none"]).optional().catch("cross-site"),
  /** The page that asks, as an address; undefined = it does not say, "unusable" = "null" or no address of the web. */
  Origin: z
    .url({ protocol: /^https?$/ })
    .max(MAX_LENGTH)
    .transform((text) => new URL(text))
    .or(z.literal(UNUSABLE))
    .optional()
    .catch(UNUSABLE),
  /** The name a browser gives itself, kept with its session. */
  "User-Agent": z
    .string()
    .transform((text) => keepText(text.replaceAll(/\p{Cc}/gu, " "), MAX_USER_AGENT_LENGTH))
    .catch(""),
  /** Bytes of the body; 0 = it does not say. */
  "Content-Length": z.coerce.number().int().nonnegative().catch(0),
} as const;

/** A header of the request as its schema reads it. */
export function headerOf<Name extends keyof typeof HEADERS>(request: Request, name: Name): z.output<(typeof HEADERS)[Name]> {
  return HEADERS[name].parse(request.headers.get(name) ?? undefined) as z.output<(typeof HEADERS)[Name]>;
}

const TAGS = z
  .string()
  .max(MAX_LENGTH)
  .regex(/^(?:\*|(?:\s*(?:W\/)?"[\x21\x23-\x7e]*"\s*(?:,|$))+)$/);

/** Whether an If-None-Match header names this version of an answer; tags are compared weakly, as for GET. */
export function isKnownVersion(header: string | null | undefined, etag: string): boolean {
  if (header === null || header === undefined) return false;
  const tags = TAGS.safeParse(header);
  if (!tags.success) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return tags.data === "*" || tags.data.split(",").some((tag) => bare(tag) === bare(etag));
}
