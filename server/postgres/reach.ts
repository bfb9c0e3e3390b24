import fs from "node:fs";
import path from "node:path";
import type { ServerAccount } from "./server-account.ts";
import { StartProblem } from "./start-problem.ts";

/**
 * Whether the account may enter every directory on the way to `target` and read the last one. Judged by owner,
 * group and mode; an access list that would allow more is not seen, which only costs a copy.
 */
export function canReach(target: string, account: ServerAccount | undefined): boolean {
  if (!account) return true;
  const real = fs.realpathSync(target);
  if (!isAllowed(real, account, 0o5)) return false;
  for (let folder = path.dirname(real); ; folder = path.dirname(folder)) {
    if (!isAllowed(folder, account, 0o1)) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

function isAllowed(folder: string, account: ServerAccount, wanted: number): boolean {
  const { mode, uid, gid } = fs.statSync(folder);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & wanted) === wanted;
}

/** A folder as the server's account can name it: `path` for its arguments, `handle` for its file descriptor 3. */
export type ServerView = { readonly path: string; readonly handle: number | undefined; readonly close: () => void };

/**
 * Opens `folder` for a program that runs as `account`. Where the account cannot walk there (DATA_DIR in root's
 * home), Linux lets it in through an already open handle, so that the data can stay where it is.
 */
export function openForServer(folder: string, account: ServerAccount | undefined): ServerView {
  if (canReach(folder, account)) return { path: folder, handle: undefined, close: () => undefined };
  if (process.platform !== "linux") {
    throw new StartProblem(
      `The data directory lies in a folder that only root may enter (${folder}), and PostgreSQL refuses to run as ` +
        "root. Start the shop as an ordinary user, or set DATA_DIR to a folder that others may enter.",
    );
  }
  const handle = fs.openSync(folder, "r");
  return { path: "/proc/self/fd/3", handle, close: () => fs.closeSync(handle) };
}
