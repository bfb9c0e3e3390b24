import { createServer, type AddressInfo, type Server } from "node:net";
import { tcpAddress } from "#server/tcp-address.ts";

export interface Address {
  readonly port: number;
  readonly host: string;
}

/** Returns the port, or a free one if it is 0. Throws if another program listens on it. */
export async function checkPort(at: Address): Promise<number> {
  const server = createServer();
  const { port } = await listen(server, at);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * @param options.sharesPort other processes listen on the same address, each with a socket of its own, among which the kernel distributes connections:
 *   a socket that processes shared would stay open for a moment after the last of them has closed it, and reset what arrives then. Linux only.
 */
export function listen(
  server: Server,
  { port, host }: Address,
  options: { readonly sharesPort?: boolean | undefined } = {},
): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === "EADDRINUSE";
      reject(isTaken ? new Error(`port ${port} is taken by another program: end it, or set PORT to a free one`) : error);
    });
    server.listen({ port, host, reusePort: options.sharesPort === true }, () => resolve(tcpAddress(server)));
  });
}
