import type { z } from "zod";
import { isText } from "#app/values/text.ts";
import { checkInput, unprocessable } from "./parse-json.server.ts";
import { problem } from "./problem.server.ts";

type Fields = Record<string, string | string[]>;

/** The query of a call as `schema` reads it. Throws a 422 answer that names what is unknown, repeated or wrong. */
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
 * The query of a page as `schema` reads it: what is unknown or makes no sense counts as not said, so that every address, however old or odd,
 * shows its page. Each field of the schema is optional or has a default. Of a list, only the senseless values fall away.
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

/** A header of a call as `schema` reads it. Throws a 400 answer that names it. */
export function readHeader<S extends z.ZodType>(request: Request, name: string, schema: S): z.output<S> {
  const parsed = schema.safeParse(request.headers.get(name) ?? undefined);
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues[0]?.message ?? `Send a usable ${name} header.`;
  throw problem(400, { detail: message, errors: [{ path: name, message }] });
}

/** A parameter of the path as `schema` reads it; throws what `notFound` answers when it can name nothing. */
export function readParam<S extends z.ZodType>(text: string | undefined, schema: S, notFound: () => unknown): z.output<S> {
  const parsed = schema.safeParse(text);
  // oxlint-disable-next-line only-throw-error -- answers are thrown, in the form the router takes
  if (!parsed.success) throw notFound();
  return parsed.data;
}
