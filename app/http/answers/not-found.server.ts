import { data } from "react-router";
import { messages } from "#app/values/messages.ts";
import { keepText } from "#app/values/text.ts";
import { MAX_ID } from "#app/values/limits.ts";

/** What a loader throws for a missing page or a failed validate rule (specification section 5): 404 with the path. */
export function notFound(request: Request) {
  return data({ message: messages.pageNotFound(keepText(readable(new URL(request.url).pathname), 200)) }, { status: 404 });
}

function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

/** The catalogue id in a path, or a thrown 404: "12" is one, "0", "012", "1e3" and anything longer than the database knows are not. */
export function requireId(text: string | undefined, request: Request): number {
  const id = /^[1-9]\d{0,9}$/.test(text ?? "") ? Number(text) : 0;
  if (id < 1 || id > MAX_ID) throw notFound(request);
  return id;
}
