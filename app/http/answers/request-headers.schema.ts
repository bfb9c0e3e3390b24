import { z } from "zod";
import { keepText } from "#app/values/text.ts";

const MAX_LENGTH = 4000;
const MAX_USER_AGENT_LENGTH = 200;
const UNUSABLE = "unusable";

/** Without parameters: "text/html; q=0.9" → "text/html". */
const withoutParameters = (text: string) => (text.split(";")[0] ?? "").trim().toLowerCase();

/** A comma-separated list without parameters. */
const list = z
  .string()
  .max(MAX_LENGTH)
  .transform((text): readonly string[] => text.split(",").map(withoutParameters))
  .catch([]);

/** Request headers. Users do not write them: invalid ones count as missing, or as cross-site for guards. */
const HEADERS = {
  /** "text/html", "application/json" */
  Accept: list,
  /** "application/json"; "" if missing, "unusable" if not a single type. */
  "Content-Type": z
    .string()
    .max(MAX_LENGTH)
    .transform((text) => (text.includes(",") ? UNUSABLE : withoutParameters(text)))
    .catch(UNUSABLE)
    .default(""),
  /** Sec-Fetch-Site; undefined if missing. */
  "Sec-Fetch-Site": z.enum(["same-origin", "same-site", "cross-site", "none"]).optional().catch("cross-site"),
  /** The Origin as URL; undefined if missing, "unusable" if "null" or no web address. */
  Origin: z
    .url({ protocol: /^https?$/ })
    .max(MAX_LENGTH)
    .transform((text) => new URL(text))
    .or(z.literal(UNUSABLE))
    .optional()
    .catch(UNUSABLE),
  /** The User-Agent, stored with the session. */
  "User-Agent": z
    .string()
    .transform((text) => keepText(text.replaceAll(/\p{Cc}/gu, " "), MAX_USER_AGENT_LENGTH))
    .catch(""),
  /** Content length; 0 if missing. */
  "Content-Length": z.coerce.number().int().nonnegative().catch(0),
} as const;

/** A request header, validated. */
export function headerOf<Name extends keyof typeof HEADERS>(request: Request, name: Name): z.output<(typeof HEADERS)[Name]> {
  return HEADERS[name].parse(request.headers.get(name) ?? undefined) as z.output<(typeof HEADERS)[Name]>;
}

const TAGS = z
  .string()
  .max(MAX_LENGTH)
  .regex(/^(?:\*|(?:\s*(?:W\/)?"[\x21\x23-\x7e]*"\s*(?:,|$))+)$/);

/** Whether If-None-Match matches this version (weak comparison). */
export function isKnownVersion(header: string | null | undefined, etag: string): boolean {
  if (header === null || header === undefined) return false;
  const tags = TAGS.safeParse(header);
  if (!tags.success) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return tags.data === "*" || tags.data.split(",").some((tag) => bare(tag) === bare(etag));
}
