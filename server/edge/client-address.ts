import type { Env } from "#app/http/env.server.ts";

function bare(address: string): string {
  return address.replace(/^::ffff:/, "").replace(/^\[(.*)\](?::\d+)?$/, "$1");
}

/**
 * Whose request this is. Forwarded headers count only where TRUST_PROXY says so, and then the last address that is not itself a trusted
 * proxy: everything further left was written by the client.
 */
export function clientAddress(socketAddress: string, forwardedFor: string | undefined, trust: Env["trustProxy"]): string {
  const socket = bare(socketAddress);
  if (trust === "off" || forwardedFor === undefined) return socket;
  if (trust !== "on" && !trust.includes(socket)) return socket;
  const hops = forwardedFor
    .split(",")
    .map((hop) => bare(hop.trim()))
    .filter((hop) => hop !== "")
    .reverse();
  if (trust === "on") return hops[0] ?? socket;
  return hops.find((hop) => !trust.includes(hop)) ?? socket;
}
