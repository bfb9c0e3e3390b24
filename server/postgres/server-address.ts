import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { canReach, type ServerAccount } from "./server-account.ts";
import { tcpAddress } from "#server/tcp-address.ts";

/** The server's address. `host` is a socket folder or the loopback. */
export type ServerAddress = { readonly host: string; readonly port: number };

/** Maximum socket path in bytes: 108 on Linux, 104 on macOS, minus the final zero. */
const LONGEST_SOCKET_PATH = process.platform === "linux" ? 107 : 103;
const SOCKET_PORT = 5432;
const TEMPORARY_PREFIX = "shopbell-";

/** A socket next to the data; if too long, in a temporary folder; on Windows or on request a loopback port. */
export async function chooseAddress(root: string, listen: "socket" | "tcp", account: ServerAccount): Promise<ServerAddress> {
  const fits = (folder: string) => Buffer.byteLength(path.join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH;
  const elsewhere = [os.tmpdir(), "/tmp"]
    .filter((parent) => canReach(parent, account))
    .map((parent) => path.join(parent, TEMPORARY_PREFIX + randomBytes(4).toString("hex")));
  const host = listen === "tcp" ? undefined : [path.join(root, "socket"), ...elsewhere].find(fits);
  if (host !== undefined) return { host, port: SOCKET_PORT };
  const probe = net.createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { address, port } = tcpAddress(probe);
  await new Promise((resolve) => void probe.close(resolve));
  return { host: address, port };
}

/** An empty socket folder, also after a killed server. */
export function openAddress(address: ServerAddress, account: ServerAccount): void {
  removeAddress(address);
  if (!path.isAbsolute(address.host)) return;
  fs.mkdirSync(address.host, { mode: 0o700 });
  if (account) fs.chownSync(address.host, account.uid, account.gid);
}

/** Cleans up the address after the server ended. */
export function removeAddress({ host }: Pick<ServerAddress, "host">): void {
  if (path.isAbsolute(host)) fs.rmSync(host, { recursive: true, force: true });
}

/** Removes a killed server's temporary folder. */
export function removeLeftAddress(url: string): void {
  const host = decodeURIComponent(new URL(url).hostname);
  if (path.basename(host).startsWith(TEMPORARY_PREFIX)) removeAddress({ host });
}

/** Server settings for an address. `view` is the server's path of `root`. */
export function addressSettings({ host, port }: ServerAddress, root: string, view: string): readonly string[] {
  if (!path.isAbsolute(host))
    return [`listen_addresses=${host}`, `port=${port}`, ...(process.platform === "win32" ? [] : ["unix_socket_directories="])];
  const folder = path.dirname(host) === root ? path.join(view, path.basename(host)) : host;
  return ["listen_addresses=", `port=${port}`, `unix_socket_directories=${folder}`, "unix_socket_permissions=0700"];
}

/** The connection string for clients on this machine. */
export function connectionUrl({ host, port }: ServerAddress, user: string, password: string, database: string): string {
  return `postgresql://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`;
}
