import { z } from "zod";
import { keepText } from "#app/values/text.ts";

const MAX_LENGTH = 4000;
const MAX_USER_AGENT_LENGTH = 200;

/** A list separated by commas, without the parameters behind each entry. */
const list = z
  .string()
  .max(MAX_LENGTH)
  .transform((text): readonly string[] => text.split(",").map((each) => (each.split(";")[0] ?? "").trim().toLowerCase()))
  .catch([]);

/** What is read of a request's headers. Nobody writes them by hand, so one that makes no sense counts as not sent. */
const HEADERS = {
  /** "text/html", "application/json" */
  Accept: list,
  /** "application/json"; "" = none, or no single one. */
  "Content-Type": list.transform((types) => (types.length === 1 ? (types[0] ?? "") : "")),
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
  const tags = TAGS.safeParse(header ?? undefined);
  if (!tags.success) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return tags.data === "*" || tags.data.split(",").some((tag) => bare(tag) === bare(etag));
}
