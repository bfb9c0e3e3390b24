import fs from "node:fs";
import path from "node:path";
import { StartProblem } from "./start-problem.ts";

/** The operating system account PostgreSQL runs under when the shop itself was started by root. */
export type ServerAccount = { readonly uid: number; readonly gid: number };

const SERVICE_ACCOUNTS = ["postgres", "_postgres", "nobody"];

/**
 * PostgreSQL refuses to run as root. Returns the account to lower it to, or undefined when this process is not root and PostgreSQL simply runs
 * as the same user. In this order: who owns the existing database, who owns the data directory, the machine's `postgres` account, `nobody`.
 */
export function chooseServerAccount(dataDir: string, clusterDir: string): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const clusterOwner = fs.statSync(clusterDir, { throwIfNoEntry: false });
  if (clusterOwner && clusterOwner.uid !== 0) return { uid: clusterOwner.uid, gid: clusterOwner.gid };
  const accounts = fs
    .readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid >= 0);
  const dataOwner = fs.statSync(dataDir).uid;
  // initdb wants an account with a name, so a bare number (as in some container volumes) does not do.
  const found =
    accounts.find(({ uid }) => uid === dataOwner) ??
    SERVICE_ACCOUNTS.map((wanted) => accounts.find(({ name }) => name === wanted)).find((account) => account !== undefined);
  if (found) return { uid: found.uid, gid: found.gid };
  throw new StartProblem(
    "PostgreSQL refuses to run as root, and this machine has no account named postgres or nobody. " +
      "Start the shop as an ordinary user, or create an account named postgres.",
  );
}

/** Makes a folder and everything in it the account's own. Does nothing without an account. */
export function giveTo(account: ServerAccount | undefined, target: string): void {
  if (!account) return;
  fs.lchownSync(target, account.uid, account.gid);
  if (!fs.lstatSync(target).isDirectory()) return;
  for (const name of fs.readdirSync(target)) giveTo(account, path.join(target, name));
}

/**
 * Whether the account may enter every directory on the way to `target` and read the last one. Judged by owner, group and mode; an access list
 * that would allow more is not seen, which only costs a copy.
 */
export function canReach(target: string, account: ServerAccount | undefined): boolean {
  if (!account) return true;
  const isAllowed = (folder: string, wanted: number) => {
    const { mode, uid, gid } = fs.statSync(folder);
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
    return ((mode >> shift) & wanted) === wanted;
  };
  const real = fs.realpathSync(target);
  if (!isAllowed(real, 0o5)) return false;
  for (let folder = path.dirname(real); isAllowed(folder, 0o1); folder = path.dirname(folder)) {
    if (folder === path.dirname(folder)) return true;
  }
  return false;
}

/** A folder as the server's account can name it: `path` for its arguments, `handle` for its file descriptor 3. */
export type ServerView = { readonly path: string; readonly handle: number | undefined; readonly close: () => void };

/**
 * Opens `folder` for a program that runs as `account`. Where the account cannot walk there (DATA_DIR in root's home), Linux lets it in through
 * an already open handle, so that the data can stay where it is.
 */
export function openForServer(folder: string, account: ServerAccount | undefined): ServerView {
  if (canReach(folder, account)) return { path: folder, handle: undefined, close: () => undefined };
  if (process.platform !== "linux") {
    throw new StartProblem(
      `The data directory lies in a folder that only root may enter (${folder}), and PostgreSQL refuses to run as root. ` +
        "Start the shop as an ordinary user, or set DATA_DIR to a folder that others may enter.",
    );
  }
  const handle = fs.openSync(folder, "r");
  return { path: "/proc/self/fd/3", handle, close: () => fs.closeSync(handle) };
}
