import { headerOf } from "./request-headers.schema.ts";
import type { z } from "zod";
import { inputSentence } from "./input-sentence.schema.ts";
import { problem, type FieldProblem } from "./problem.server.ts";

/** server/edge enforces it earlier; repeated for calls without the edge. */
const JSON_LIMIT_BYTES = 64 * 1024;
/** More errors would hide the first ones. */
const MOST_ERRORS = 20;

/**
 * The validated body. Throws 415 for another content type, 413 too large, 400 invalid JSON, 422 with an entry per invalid field (unknown fields
 * included).
 */
export async function parseJsonBody<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  return checkInput(await readJson(request), schema);
}

/** `value` validated, or a thrown 422. */
export function checkInput<S extends z.ZodType>(value: unknown, schema: S): z.output<S> {
  const unstorable = findUnstorableText(value);
  if (unstorable !== undefined) throw unprocessable([{ path: unstorable, message: "This text holds characters that cannot be used." }]);
  const parsed = schema.safeParse(value, { error: inputSentence });
  if (!parsed.success) throw unprocessable(listFieldProblems(parsed.error.issues));
  return parsed.data;
}

/** One entry per invalid field, in schema order. */
function listFieldProblems(issues: readonly z.core.$ZodIssue[]): readonly FieldProblem[] {
  return issues.flatMap((issue): readonly FieldProblem[] => {
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({ path: formatPath([...issue.path, key]), message: issue.message }));
    }
    return [{ path: formatPath(issue.path), message: issue.message }];
  });
}

function formatPath(path: readonly PropertyKey[]): string {
  return path.map((part) => String(part).slice(0, 100)).join(".");
}

/** A 422 with these problems; the first is its message. */
export function unprocessable(errors: readonly FieldProblem[]): Response {
  const [first] = errors;
  const where = first === undefined || first.path === "" ? "" : `${first.path}: `;
  return problem(422, { detail: `${where}${first?.message ?? "This could not be understood."}`, errors: errors.slice(0, MOST_ERRORS) });
}

async function readJson(request: Request): Promise<unknown> {
  const type = headerOf(request, "Content-Type");
  if (type !== "application/json" && !/^application\/[a-z0-9.-]+\+json$/.test(type)) {
    throw problem(415, { detail: "Send the body as application/json.", headers: { Accept: "application/json" } });
  }
  const bytes = await readBytes(request, JSON_LIMIT_BYTES);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) throw problem(400, { detail: "The body is not valid JSON." });
    throw error;
  }
}

/** The raw body up to the limit; throws 413 beyond it. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw problem(413, { detail: `The request is larger than ${Math.floor(limit / 1024)} KB. Send less at once.` });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Finds text that PostgreSQL cannot store: NUL and lone surrogates, in values and keys. Iterative, because bodies may be deeply nested. */
function findUnstorableText(root: unknown): string | undefined {
  const open: { readonly value: unknown; readonly path: string }[] = [{ value: root, path: "" }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === "string" && !isStorable(value)) return path;
    if (typeof value !== "object" || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (!isStorable(key)) return path;
      open.push({ value: child, path: path === "" ? key : `${path}.${key}`.slice(0, 200) });
    }
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}
