import { once } from "node:events";
import net, { type AddressInfo } from "node:net";

/** A currently free port. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Resolves when a program listens on a port of this machine; `check` throws if it never will. */
export async function untilListening(port: number, check: () => void): Promise<void> {
  for (;;) {
    check();
    const socket = net.connect(port, "127.0.0.1");
    const isThere = await new Promise((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
    socket.destroy();
    if (isThere === true) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
