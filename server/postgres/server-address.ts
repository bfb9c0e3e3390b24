import { randomBytes } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { canReach, type ServerAccount } from "./server-account.ts";

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
export const TEMPORARY_PREFIX = "shopbell-";

/** Chooses the address: a socket beside the data; where that path is too long for one, in a new temporary folder; on Windows, or when asked for, a free loopback port. */
export async function chooseAddress(
  root: string,
  listen: "socket" | "tcp",
  port: number | undefined,
  account: ServerAccount | undefined,
): Promise<ServerAddress> {
  if (listen === "socket") {
    const socketPort = port ?? SOCKET_PORT;
    const fits = (folder: string) => Buffer.byteLength(path.join(folder, `.s.PGSQL.${socketPort}`)) <= LONGEST_SOCKET_PATH;
    const beside = path.join(root, "socket");
    if (fits(beside)) return { kind: "socket", folder: beside, port: socketPort, temporary: false };
    const name = TEMPORARY_PREFIX + randomBytes(4).toString("hex");
    const parent = [os.tmpdir(), "/tmp"].find((candidate) => fits(path.join(candidate, name)) && canReach(candidate, account));
    if (parent !== undefined) return { kind: "socket", folder: path.join(parent, name), port: socketPort, temporary: true };
  }
  return { kind: "tcp", host: LOOPBACK, port: port ?? (await findFreePort()) };
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
  const folder = address.temporary ? address.folder : path.join(view, path.relative(root, address.folder));
  return { listen_addresses: "", port, unix_socket_directories: folder, unix_socket_permissions: "0700" };
}

/** The connection string a client of this machine uses. */
export function connectionUrl(address: ServerAddress, user: string, password: string, database: string): string {
  const host = address.kind === "tcp" ? address.host : encodeURIComponent(address.folder);
  return `postgresql://${user}:${encodeURIComponent(password)}@${host}:${address.port}/${database}`;
}
