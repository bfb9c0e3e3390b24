import { headerOf } from "#app/http/answers/request-headers.schema.ts";
import type { RouterContextProvider } from "react-router";
import { requestContext } from "#app/http/context.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";

/** Uploads that are taken in at the same moment, in bytes: each is in memory as far as it has arrived, and a slow one takes minutes. */
const MOST_BYTES = 100_000_000;
/** Those of one member of staff: a line as slow as can be leaves the others their room. */
const MOST_BYTES_EACH = 50_000_000;
const WAITING_AT_MOST = 20;
const WAITING_AT_MOST_EACH = 10;

interface Upload {
  readonly userId: number;
  readonly bytes: number;
}

const running = new Set<Upload>();
const waiting: { readonly upload: Upload; readonly begin: () => void }[] = [];

/**
 * Takes in a file that a member of staff sends, over however slow a line, when there is room for another one; null when too many wait already,
 * who should come back in a second. The time it has begins with its turn. Nobody else is given the time: without a session it throws as
 * `requireStaff` does.
 */
export async function takeUpload<Answer>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  take: (user: StaffUser) => Promise<Answer>,
): Promise<Answer | null> {
  const user = requireStaff(context);
  const { holdBody, allowSlowBody } = context.get(requestContext);
  const upload = { userId: user.id, bytes: headerOf(request, "Content-Length") };
  const own = waiting.filter((each) => each.upload.userId === user.id).length;
  // A large one that only waits for the others to end would wait for ever if small ones went past it.
  if (own > 0 || waiting.some((each) => hasOwnRoom(each.upload)) || !hasRoom(upload)) {
    if (waiting.length >= WAITING_AT_MOST || own >= WAITING_AT_MOST_EACH) return null;
    holdBody?.();
    await new Promise<void>((begin) => waiting.push({ upload, begin }));
  } else running.add(upload);
  allowSlowBody?.();
  try {
    return await take(user);
  } finally {
    running.delete(upload);
    beginNext();
  }
}

/** In the order they came, but whoever has to wait for uploads of their own holds up nobody else. */
function beginNext(): void {
  for (const next of waiting.slice()) {
    if (!hasRoom(next.upload)) {
      if (hasOwnRoom(next.upload)) return;
      continue;
    }
    waiting.splice(waiting.indexOf(next), 1);
    running.add(next.upload);
    next.begin();
  }
}

/** The first one always has. */
function hasRoom(upload: Upload): boolean {
  return fits([...running], upload, MOST_BYTES) && hasOwnRoom(upload);
}

function hasOwnRoom(upload: Upload): boolean {
  return fits(
    [...running].filter((each) => each.userId === upload.userId),
    upload,
    MOST_BYTES_EACH,
  );
}

function fits(before: readonly Upload[], { bytes }: Upload, most: number): boolean {
  return before.length === 0 || before.reduce((sum, each) => sum + each.bytes, bytes) <= most;
}
