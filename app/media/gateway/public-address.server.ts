import { BlockList, isIP } from "node:net";

/** IPv4 ranges that are not the public internet (IANA special-purpose registry). */
const PRIVATE_V4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];
/** Only global unicast is public IPv6, except addresses that embed others or are for documentation. */
const PUBLIC_V6: readonly [string, number] = ["2000::", 3];
const PRIVATE_V6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const privateV4 = new BlockList();
for (const [address, prefix] of PRIVATE_V4) privateV4.addSubnet(address, prefix, "ipv4");
const publicV6 = new BlockList();
publicV6.addSubnet(...PUBLIC_V6, "ipv6");
const privateV6 = new BlockList();
for (const [address, prefix] of PRIVATE_V6) privateV6.addSubnet(address, prefix, "ipv6");

/**
 * Whether an IP address is on the public internet. A server that fetches for users must reach nothing else (no loopback, private network or
 * cloud metadata).
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !privateV4.check(address, "ipv4");
    case 6:
      return publicV6.check(address, "ipv6") && !privateV6.check(address, "ipv6");
    default:
      return false;
  }
}
