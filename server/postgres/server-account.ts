import fs from "node:fs";
import path from "node:path";
import { StartProblem } from "./start-problem.ts";

/** The account for PostgreSQL when the shop runs as root; undefined: the shop's own. */
export type ServerAccount = { readonly uid: number; readonly gid: number } | undefined;

/** PostgreSQL refuses root. Account in order: owner of the database, owner of the data directory, `postgres`, `nobody`. */
export function chooseServerAccount(dataDir: string, clusterDir: string): ServerAccount {
  if (process.getuid?.() !== 0) return undefined;
  const owner = fs.statSync(clusterDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const { uid: dataOwner } = fs.statSync(dataDir);
  // initdb requires an account with a name.
  const accounts = [...fs.readFileSync("/etc/passwd", "utf8").matchAll(/^(?<name>[^:]+):[^:]*:(?<uid>[1-9]\d*):(?<gid>\d+):/gm)];
  for (const wanted of [String(dataOwner), "postgres", "_postgres", "nobody"]) {
    const found = accounts.find(({ groups }) => groups?.uid === wanted || groups?.name === wanted)?.groups;
    if (found) return { uid: Number(found.uid), gid: Number(found.gid) };
  }
  throw new StartProblem(
    "PostgreSQL refuses to run as root, and this machine has no account named postgres or nobody. " +
      "Start the shop as an ordinary user, or create an account named postgres.",
  );
}

/** A folder with its contents; links are not followed. */
export function listTree(folder: string): readonly string[] {
  return [folder, ...fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name))];
}

/** Changes ownership recursively. */
export function giveTo(account: ServerAccount, folder: string): void {
  if (account) for (const each of listTree(folder)) fs.lchownSync(each, account.uid, account.gid);
}

/** Whether the account can reach and read `target`, by mode bits; ACLs are ignored, which only costs a copy. */
export function canReach(target: string, account: ServerAccount): boolean {
  if (!account) return true;
  const isAllowed = (folder: string, wanted: number) => {
    const { mode, uid, gid } = fs.statSync(folder);
    const othersOrGroup = gid === account.gid ? 3 : 0;
    return ((mode >> (uid === account.uid ? 6 : othersOrGroup)) & wanted) === wanted;
  };
  const real = fs.realpathSync(target);
  const above = real.split(path.sep).map((_, index, names) => path.join("/", ...names.slice(0, index)));
  return isAllowed(real, 0o5) && above.every((folder) => isAllowed(folder, 0o1));
}

/**
 * Opens `folder` for a program of `account`: `path` for arguments, `handle` as descriptor 3. On Linux an open handle bypasses inaccessible parents.
 */
export function openForServer(folder: string, account: ServerAccount) {
  if (canReach(folder, account)) return { path: folder, handle: "ignore" as const, close: () => undefined };
  if (process.platform === "linux") {
    const handle = fs.openSync(folder, "r");
    return { path: "/proc/self/fd/3", handle, close: () => fs.closeSync(handle) };
  }
  throw new StartProblem(
    `The data directory lies in a folder that only root may enter (${folder}), and PostgreSQL refuses to run as root. ` +
      "Start the shop as an ordinary user, or set DATA_DIR to a folder that others may enter.",
  );
}
