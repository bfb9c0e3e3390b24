import type { RouterContextProvider } from "react-router";
import { requestContext } from "#app/http/context.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";

/** Uploads that are taken in at the same moment, in bytes: each is in memory as far as it has arrived, and a slow one takes minutes. */
const MOST_BYTES = 100_000_000;
const WAITING_AT_MOST = 20;

let running = 0;
const waiting: { readonly bytes: number; readonly begin: () => void }[] = [];

/**
 * Takes in a file that a member of staff sends, over however slow a line, when there is room for another one; null when too many wait already,
 * who should come back in a second. Nobody else is given the time: without a session it throws as `requireStaff` does.
 */
export async function takeUpload<Answer>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  take: (user: StaffUser) => Promise<Answer>,
): Promise<Answer | null> {
  const user = requireStaff(context);
  const bytes = Number(request.headers.get("Content-Length") ?? 0);
  context.get(requestContext).allowSlowBody?.();
  if (waiting.length > 0 || !hasRoom(bytes)) {
    if (waiting.length >= WAITING_AT_MOST) return null;
    await new Promise<void>((begin) => waiting.push({ bytes, begin: () => begin() }));
  } else running += bytes;
  try {
    return await take(user);
  } finally {
    running -= bytes;
    for (let next = waiting[0]; next !== undefined && hasRoom(next.bytes); next = waiting[0]) {
      waiting.shift();
      running += next.bytes;
      next.begin();
    }
  }
}

/** The first one always has. */
function hasRoom(bytes: number): boolean {
  return running === 0 || running + bytes <= MOST_BYTES;
}
