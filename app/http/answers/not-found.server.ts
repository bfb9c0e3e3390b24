import * as texts from "#texts/frame/errors.ts";
import { keepText } from "#app/values/text.ts";

/** Thrown by a loader for a missing page: 404 with the path. */
export function notFound(request: Request): Response {
  return Response.json({ message: texts.pageNotFound(keepText(readable(new URL(request.url).pathname), 200)) }, { status: 404 });
}

function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}
