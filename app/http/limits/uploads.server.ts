import { headerOf } from "#app/http/answers/request-headers.schema.ts";
import type { RouterContextProvider } from "react-router";
import { requestContext } from "#app/http/context.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";

/** Concurrent upload bytes: they are in memory, and slow ones take minutes. */
const MOST_BYTES = 100_000_000;
/** Per user, so that a slow connection leaves room for others. */
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
 * Accepts a staff upload when there is room; null if too many wait (retry in a second). Its time starts with its turn. Throws without a session, like
 * `requireStaff`.
 */
export async function takeUpload<Answer>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  take: (user: StaffUser) => Promise<Answer>,
): Promise<Answer | null> {
  const user = requireStaff(context);
  const { holdBody, allowSlowBody } = context.get(requestContext);
  const upload = { userId: user.id, bytes: headerOf(request, "Content-Length") };
  const waitingOfUser = waiting.filter((each) => each.upload.userId === user.id).length;
  // Otherwise small uploads could starve a large one.
  if (waitingOfUser > 0 || waiting.some((each) => hasOwnRoom(each.upload)) || !hasRoom(upload)) {
    if (waiting.length >= WAITING_AT_MOST || waitingOfUser >= WAITING_AT_MOST_EACH) return null;
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

/** First come, first served, but users at their own limit block no one else. */
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

/** Always true while no other upload runs. */
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
