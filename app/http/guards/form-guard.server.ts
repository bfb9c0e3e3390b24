import * as texts from "#texts/http/answers.ts";
import { headerOf } from "#app/http/answers/request-headers.schema.ts";
import type { MiddlewareFunction } from "react-router";
import { isCall, problem } from "#app/http/answers/problem.server.ts";

const FORM_TYPES: ReadonlySet<string> = new Set(["application/x-www-form-urlencoded", "multipart/form-data"]);

/** Rejects unreadable page bodies: 415 for non-forms, 400 for broken forms. API calls validate their own. Otherwise reading would throw in the action and count as our error. */
export const guardForms: MiddlewareFunction<Response> = async ({ request }, next) => {
  const isRead = ["GET", "HEAD", "OPTIONS"].includes(request.method);
  if (isRead || isCall(new URL(request.url).pathname)) return next();
  const type = headerOf(request, "Content-Type");
  if (!FORM_TYPES.has(type)) return problem(415, { detail: "Send this as a form." });
  try {
    // Reads a copy, so that the action can read its own; the edge limits the size.
    await request.clone().formData();
  } catch (error) {
    if (error instanceof TypeError) return problem(400, { detail: texts.formNotRead });
    throw error;
  }
  return next();
};
