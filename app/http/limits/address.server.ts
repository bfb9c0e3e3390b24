import { BlockList, isIP, SocketAddress } from "node:net";

/** An IP address in its one usual form: short IPv6 in lower case, mapped IPv4 as IPv4; null if invalid. */
export function canonicalAddress(text: string): string | null {
  const family = isIP(text);
  if (family !== 6) return family === 4 ? text : null;
  return new SocketAddress({ address: text, family: "ipv6" }).address.replace(/^::ffff:(?=[\d.]+$)/, "");
}

/** Key of a customer's address; IPv6 customers own a /64. */
export function addressKey(address: string): string {
  return address.includes(":") ? networkOf(address, 4) : address;
}

/** The /48 of an IPv6 address (65,536 networks); null for IPv4. */
export function siteKey(address: string): string | null {
  return address.includes(":") ? networkOf(address, 3) : null;
}

/** @param groups 16 bits each */
function networkOf(address: string, groups: number): string {
  const [head = "", tail] = address.split("%")[0]?.toLowerCase().split("::") ?? [];
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const middle = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => "0");
  return `${[...front, ...middle, ...back]
    .slice(0, groups)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/${groups * 16}`;
}

/** Rate-limit key of a remote address; null for this machine and private networks, where only local users or an unnamed proxy are. */
export function rateLimitKey(address: string): string | null {
  return isNear(address) ? null : addressKey(address);
}

const near = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  near.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  near.addSubnet(network, bits, "ipv6");

function isNear(address: string): boolean {
  const [plain = ""] = address.split("%");
  const family = isIP(plain);
  return family !== 0 && near.check(plain, family === 6 ? "ipv6" : "ipv4");
}
