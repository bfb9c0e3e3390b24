import { headerOf } from "#app/http/answers/request-headers.schema.ts";
import type { MiddlewareFunction } from "react-router";
import { problem } from "#app/http/answers/problem.server.ts";

/** Calls check their own bodies (http/parse-json.server.ts); a page that gets one reads a form. */
const CALLS = /^\/(?:admin\/)?api(?:\/|$)/i;
const FORM_TYPES: ReadonlySet<string> = new Set(["application/x-www-form-urlencoded", "multipart/form-data"]);

/**
 * Refuses what a page's action could not read: 415 for a body that is no form, 400 for a form that is broken. Without it reading the form
 * throws inside the action, and a stranger's nonsense counts as an error of ours.
 */
export const guardForms: MiddlewareFunction<Response> = async ({ request }, next) => {
  const isRead = ["GET", "HEAD", "OPTIONS"].includes(request.method);
  if (isRead || CALLS.test(new URL(request.url).pathname)) return next();
  const type = headerOf(request, "Content-Type");
  if (!FORM_TYPES.has(type)) return problem(415, { detail: "Send this as a form." });
  try {
    // A copy is read, so that the action can still read its own; the edge has bounded the size.
    await request.clone().formData();
  } catch (error) {
    if (error instanceof TypeError) return problem(400, { detail: "This form could not be read. Reload the page and try again." });
    throw error;
  }
  return next();
};
