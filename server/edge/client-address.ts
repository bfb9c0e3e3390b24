import type { Env } from "#app/http/env.server.ts";
import { canonicalAddress } from "#app/http/limits/address.server.ts";

/** A normalized address for limits, without port and brackets; null if invalid. */
function addressOf(text: string): string | null {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const [, beforePort] = /^([\d.]+):\d+$/.exec(text) ?? [];
  return canonicalAddress(bracketed ?? beforePort ?? text);
}

/** Whether the socket's peer is a proxy of TRUST_PROXY. */
export function isTrustedPeer(socketAddress: string, trust: Env["trustProxy"]): boolean {
  return trust === "on" || (trust !== "off" && trust.includes(addressOf(socketAddress) ?? socketAddress));
}

/** The client address. X-Forwarded-For counts only with TRUST_PROXY: the last untrusted entry. Invalid entries fall back to the socket. */
export function clientAddress(socketAddress: string, forwardedFor: string | undefined, trust: Env["trustProxy"]): string {
  const socket = addressOf(socketAddress) ?? socketAddress;
  if (trust === "off" || forwardedFor === undefined || !isTrustedPeer(socketAddress, trust)) return socket;
  const hops = forwardedFor
    .split(",")
    .map((hop) => hop.trim())
    .filter((hop) => hop !== "")
    .reverse();
  const client = hops.find((hop) => trust === "on" || !trust.includes(addressOf(hop) ?? ""));
  return (client === undefined ? null : addressOf(client)) ?? socket;
}
