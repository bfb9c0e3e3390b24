import { isIP } from "node:net";
import type { Env } from "#app/http/env.server.ts";

/** An address as limits count it, without the port that some proxies write behind it and the brackets around IPv6; null = it is none. */
function addressOf(text: string): string | null {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const [, beforePort] = /^([\d.]+):\d+$/.exec(text) ?? [];
  const address = (bracketed ?? beforePort ?? text).replace(/^::ffff:(?=[\d.]+$)/i, "");
  return isIP(address) === 0 ? null : address;
}

/**
 * Whose request this is. Forwarded headers count only where TRUST_PROXY says so, and then the last address that is not itself a trusted
 * proxy: everything further left was written by the client. Where that is no address, the socket's counts.
 */
export function clientAddress(socketAddress: string, forwardedFor: string | undefined, trust: Env["trustProxy"]): string {
  const socket = addressOf(socketAddress) ?? socketAddress;
  if (trust === "off" || forwardedFor === undefined) return socket;
  if (trust !== "on" && !trust.includes(socket)) return socket;
  const hops = forwardedFor
    .split(",")
    .map((hop) => hop.trim())
    .filter((hop) => hop !== "")
    .reverse();
  const client = hops.find((hop) => trust === "on" || !trust.includes(addressOf(hop) ?? ""));
  return (client === undefined ? null : addressOf(client)) ?? socket;
}
