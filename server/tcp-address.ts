import type { AddressInfo } from "node:net";

/** Host and port of a TCP server. */
export function tcpAddress(server: { address(): AddressInfo | string | null }): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen on TCP");
  return address;
}
