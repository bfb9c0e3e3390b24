import fs from "node:fs";
import path from "node:path";
import { StartProblem } from "./start-problem.ts";

/** The operating system account PostgreSQL runs under when the shop itself was started by root. */
export type ServerAccount = { readonly uid: number; readonly gid: number };

const SERVICE_ACCOUNTS = ["postgres", "_postgres", "nobody"];

/**
 * PostgreSQL refuses to run as root. Returns the account to lower it to, or undefined when this process is not
 * root and PostgreSQL simply runs as the same user. In this order: who owns the existing database, who owns the
 * data directory, the machine's `postgres` account, `nobody`.
 */
export function chooseServerAccount(dataDir: string, clusterDir: string): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const clusterOwner = fs.statSync(clusterDir, { throwIfNoEntry: false });
  if (clusterOwner && clusterOwner.uid !== 0) return { uid: clusterOwner.uid, gid: clusterOwner.gid };

  const accounts = listAccounts();
  const dataOwner = fs.statSync(dataDir);
  // initdb wants an account with a name, so a bare number (as in some container volumes) does not do.
  const owner = accounts.find((account) => account.uid === dataOwner.uid && account.uid !== 0);
  if (owner) return { uid: owner.uid, gid: owner.gid };
  for (const name of SERVICE_ACCOUNTS) {
    const account = accounts.find((candidate) => candidate.name === name);
    if (account && account.uid > 0) return { uid: account.uid, gid: account.gid };
  }
  throw new StartProblem(
    "PostgreSQL refuses to run as root, and this machine has no account named postgres or nobody. " +
      "Start the shop as an ordinary user, or create an account named postgres.",
  );
}

function listAccounts(): { name: string; uid: number; gid: number }[] {
  return fs
    .readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length >= 4)
    .map((fields) => ({ name: fields[0] ?? "", uid: Number(fields[2]), gid: Number(fields[3]) }));
}

/** Makes a folder and everything in it the account's own. Does nothing without an account. */
export function giveTo(account: ServerAccount | undefined, target: string): void {
  if (!account) return;
  fs.lchownSync(target, account.uid, account.gid);
  if (!fs.lstatSync(target).isDirectory()) return;
  for (const name of fs.readdirSync(target)) giveTo(account, path.join(target, name));
}
