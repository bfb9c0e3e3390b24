import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { canReach } from "./reach.ts";
import type { ServerAccount } from "./server-account.ts";

/** Where the server listens: a Unix socket in a folder only its account and root may enter, or the loopback. */
export type ServerAddress =
  | {
      readonly kind: "socket";
      readonly folder: string;
      readonly port: number;
      /** The folder lies outside the data directory and goes away with the server. */
      readonly temporary: boolean;
    }
  | { readonly kind: "tcp"; readonly host: string; readonly port: number };

/** The longest path of a socket, in bytes: 108 on Linux and 104 on macOS, less the closing zero. */
const LONGEST_SOCKET_PATH = process.platform === "linux" ? 107 : 103;
const SOCKET_PORT = 5432;
const LOOPBACK = "127.0.0.1";

/**
 * Chooses the address: a socket beside the data; where that path is too long for one, in a new temporary folder;
 * on Windows, or when asked for, a free loopback port.
 */
export async function chooseAddress(
  root: string,
  listen: "socket" | "tcp",
  port: number | undefined,
  account: ServerAccount | undefined,
): Promise<ServerAddress> {
  if (listen === "tcp") return { kind: "tcp", host: LOOPBACK, port: port ?? (await findFreePort()) };
  const socketPort = port ?? SOCKET_PORT;
  const beside = path.join(root, "socket");
  if (fitsSocket(beside, socketPort)) {
    fs.rmSync(beside, { recursive: true, force: true });
    fs.mkdirSync(beside, { mode: 0o700 });
    own(beside, account);
    return { kind: "socket", folder: beside, port: socketPort, temporary: false };
  }
  for (const parent of [os.tmpdir(), "/tmp"]) {
    if (!fitsSocket(path.join(parent, "shopbell-XXXXXX"), socketPort) || !canReach(parent, account)) continue;
    const folder = fs.mkdtempSync(path.join(parent, "shopbell-"));
    own(folder, account);
    return { kind: "socket", folder, port: socketPort, temporary: true };
  }
  return { kind: "tcp", host: LOOPBACK, port: await findFreePort() };
}

function own(folder: string, account: ServerAccount | undefined): void {
  if (account) fs.chownSync(folder, account.uid, account.gid);
}

function fitsSocket(folder: string, port: number): boolean {
  return Buffer.byteLength(path.join(folder, `.s.PGSQL.${port}`)) <= LONGEST_SOCKET_PATH;
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.on("error", reject);
    probe.listen(0, LOOPBACK, () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** The server's settings for an address. `view` is how the server names the folder `root`. */
export function addressSettings(address: ServerAddress, root: string, view: string): readonly (readonly [string, string])[] {
  if (address.kind === "tcp") {
    return [
      ["listen_addresses", address.host],
      ["port", String(address.port)],
      ...(process.platform === "win32" ? [] : [["unix_socket_directories", ""] as const]),
    ];
  }
  const folder = address.temporary ? address.folder : path.join(view, path.relative(root, address.folder));
  return [
    ["listen_addresses", ""],
    ["port", String(address.port)],
    ["unix_socket_directories", folder],
    ["unix_socket_permissions", "0700"],
  ];
}

/** The connection string a client of this machine uses. */
export function connectionUrl(address: ServerAddress, user: string, password: string, database: string): string {
  const host = address.kind === "tcp" ? address.host : encodeURIComponent(address.folder);
  return `postgresql://${user}:${encodeURIComponent(password)}@${host}:${address.port}/${database}`;
}

/** Removes what the address left behind, once the server has ended. */
export function removeAddress(address: ServerAddress): void {
  if (address.kind === "socket") fs.rmSync(address.folder, { recursive: true, force: true });
}
