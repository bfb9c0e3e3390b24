import type { z } from "zod";
import { urlId } from "#app/values/addresses/url.schema.ts";
import { isText } from "#app/values/text.ts";
import { notFound } from "./not-found.server.ts";
import { checkInput, unprocessable } from "./parse-json.server.ts";
import { problem } from "./problem.server.ts";

type Fields = Record<string, string | string[]>;

/** The validated query of an API call. Throws 422 for unknown, repeated or invalid parameters. */
export function readQuery<S extends z.ZodObject>(request: Request, schema: S): z.output<S> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new URL(request.url).searchParams) {
    if (Object.hasOwn(fields, name)) throw unprocessable([{ path: name, message: "Give this only once." }]);
    if (!isText(value)) throw unprocessable([{ path: name, message: "This text holds characters that cannot be used." }]);
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return checkInput(fields, schema);
}

/**
 * The validated query of a page: unknown or invalid parameters are ignored, so every URL shows its page. Schema fields are optional or have defaults.
 * Only the invalid values of a list are dropped.
 */
export function readPageQuery<S extends z.ZodObject>(request: Request, schema: S): z.output<S> {
  const query = new URL(request.url).searchParams;
  const fields: Fields = {};
  for (const name of Object.keys(schema.shape)) {
    const values = query.getAll(name).filter(isText);
    const [value] = values;
    if (value !== undefined) fields[name] = values.length === 1 ? value : values;
  }
  const parsed = schema.safeParse(fields);
  return parsed.success ? parsed.data : schema.parse(withoutSenseless(fields, parsed.error.issues));
}

function withoutSenseless(fields: Fields, issues: readonly z.core.$ZodIssue[]): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const wrong = issues.filter(({ path }) => path[0] === name).map(({ path }) => path[1]);
      if (wrong.length === 0) return [[name, value]];
      const left = typeof value === "string" || wrong.includes(undefined) ? [] : value.filter((_, index) => !wrong.includes(index));
      return left.length === 0 ? [] : [[name, left]];
    }),
  );
}

/** A validated request header. Throws 400 with its name. */
export function readHeader<S extends z.ZodType>(request: Request, name: string, schema: S): z.output<S> {
  const parsed = schema.safeParse(request.headers.get(name) ?? undefined);
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues[0]?.message ?? `Send a usable ${name} header.`;
  throw problem(400, { detail: message, errors: [{ path: name, message }] });
}

/** The id in the path of a page; throws the page's 404 if it is none. */
export function readId(request: Request, text: string | undefined): number {
  return readParam(text, urlId, () => notFound(request));
}

/** A validated path parameter; throws `notFound()` if invalid. */
export function readParam<S extends z.ZodType>(text: string | undefined, schema: S, notFound: () => Response): z.output<S> {
  const parsed = schema.safeParse(text);
  if (!parsed.success) throw notFound();
  return parsed.data;
}
