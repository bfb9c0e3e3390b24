import { randomBytes } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { canReach, type ServerAccount } from "./server-account.ts";

/** Where the server listens: a Unix socket in a folder only its account and root may enter, or the loopback. */
export type ServerAddress =
  | { readonly kind: "socket"; readonly folder: string; readonly port: number }
  | { readonly kind: "tcp"; readonly host: string; readonly port: number };

/** The longest path of a socket, in bytes: 108 on Linux and 104 on macOS, less the closing zero. */
const LONGEST_SOCKET_PATH = process.platform === "linux" ? 107 : 103;
const SOCKET_PORT = 5432;
const LOOPBACK = "127.0.0.1";
const TEMPORARY_PREFIX = "shopbell-";

/** Chooses the address: a socket beside the data; where that path is too long for one, in a new temporary folder; on Windows, or when asked for, a free loopback port. */
export async function chooseAddress(root: string, listen: "socket" | "tcp", account: ServerAccount | undefined): Promise<ServerAddress> {
  if (listen === "socket") {
    const fits = (folder: string) => Buffer.byteLength(path.join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH;
    const beside = path.join(root, "socket");
    const name = TEMPORARY_PREFIX + randomBytes(4).toString("hex");
    const elsewhere = [os.tmpdir(), "/tmp"].map((parent) => path.join(parent, name));
    const folder = fits(beside) ? beside : elsewhere.find((one) => fits(one) && canReach(path.dirname(one), account));
    if (folder !== undefined) return { kind: "socket", folder, port: SOCKET_PORT };
  }
  return { kind: "tcp", host: LOOPBACK, port: await findFreePort() };
}

/** An empty socket folder of the server's account, also where a killed server has left its own. */
export function openAddress(address: ServerAddress, account: ServerAccount | undefined): void {
  if (address.kind !== "socket") return;
  removeAddress(address);
  fs.mkdirSync(address.folder, { mode: 0o700 });
  if (account) fs.chownSync(address.folder, account.uid, account.gid);
}

/** Removes what the address left behind, once the server has ended. */
export function removeAddress(address: ServerAddress): void {
  if (address.kind === "socket") fs.rmSync(address.folder, { recursive: true, force: true });
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
export function addressSettings(address: ServerAddress, root: string, view: string): Readonly<Record<string, string>> {
  const port = String(address.port);
  if (address.kind === "tcp") {
    return { listen_addresses: address.host, port, ...(process.platform === "win32" ? {} : { unix_socket_directories: "" }) };
  }
  const folder = path.dirname(address.folder) === root ? path.join(view, path.basename(address.folder)) : address.folder;
  return { listen_addresses: "", port, unix_socket_directories: folder, unix_socket_permissions: "0700" };
}

/** The connection string a client of this machine uses. */
export function connectionUrl(address: ServerAddress, user: string, password: string, database: string): string {
  const host = address.kind === "tcp" ? address.host : encodeURIComponent(address.folder);
  return `postgresql://${user}:${encodeURIComponent(password)}@${host}:${address.port}/${database}`;
}

/** The address of such a string, when a killed server can have left something of it outside the data directory: its temporary folder. */
export function leftoverOf(url: string): ServerAddress | undefined {
  const folder = decodeURIComponent(new URL(url).hostname);
  return path.basename(folder).startsWith(TEMPORARY_PREFIX) ? { kind: "socket", folder, port: SOCKET_PORT } : undefined;
}
