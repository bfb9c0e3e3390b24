import { once } from "node:events";
import { connect, createServer, isIPv6, type AddressInfo, type Server } from "node:net";
import { tcpAddress } from "#server/tcp-address.ts";

export interface Address {
  readonly port: number;
  readonly host: string;
}

/** The loopback address of a server that listens on every address. */
const THIS_MACHINE: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

/** The address at which this machine reaches a server that listens there. */
export function urlOf({ host, port }: Address): string {
  const reached = THIS_MACHINE.get(host) ?? host;
  return `http://${isIPv6(reached) ? `[${reached}]` : reached}:${port}`;
}

/**
 * Returns the port, or a free one if it is 0. Throws if another program responds there. Binding alone would not detect it: our socket would
 * take over its requests.
 */
export async function checkPort({ host, port }: Address): Promise<number> {
  if (port !== 0) {
    const socket = connect(port, THIS_MACHINE.get(host) ?? host);
    const isTaken = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isTaken) throw portIsTaken(port);
    return port;
  }
  const server = createServer();
  const free = await listen(server, { host, port });
  await new Promise((resolve) => server.close(resolve));
  return free.port;
}

function portIsTaken(port: number): Error {
  return new Error(`port ${port} is taken by another program: end it, or set PORT to a free one`);
}

/**
 * @param options.sharesPort other processes listen on the same address, each with its own socket; the kernel distributes connections among
 * them. A socket shared by processes would stay open for a moment after the last one closed it, and reset new connections. Linux only.
 */
export function listen(
  server: Server,
  { port, host }: Address,
  options: { readonly sharesPort?: boolean | undefined } = {},
): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "EADDRINUSE" ? portIsTaken(port) : error);
    });
    server.listen({ port, host, reusePort: options.sharesPort === true }, () => resolve(tcpAddress(server)));
  });
}
