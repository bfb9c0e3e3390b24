/**
 * 128 bits of a text as 32 hex digits: two FNV-1a hashes of 64 bits with different starting points, the second over the text
 * backwards. The same text gives the same digits on every machine and in every version.
 *
 * Accidental collisions are negligible, but it is not cryptographic: a sender who chooses the text can make two texts
 * collide. Never use it for tokens, signatures or passwords.
 */
export function stableHash(text: string): string {
  return fnv1a64(text, 0xcbf29ce4, 0x84222325, false) + fnv1a64(text, 0x6c62272e, 0x07bb0142, true);
}

/** FNV-1a over the UTF-16 bytes of the text, on two 32-bit halves: BigInt would cost more than the pricing it protects. */
function fnv1a64(text: string, high: number, low: number, backwards: boolean): string {
  for (let step = 0; step < text.length; step++) {
    const unit = text.charCodeAt(backwards ? text.length - 1 - step : step);
    for (let shift = 0; shift <= 8; shift += 8) {
      const mixed = low ^ ((unit >>> shift) & 0xff);
      // × the FNV prime 2^40 + 0x1b3, modulo 2^64; the carry is what the lower half's product has above 32 bits.
      const carry = ((mixed >>> 16) * 0x1b3 + (((mixed & 0xffff) * 0x1b3) >>> 16)) >>> 16;
      high = (Math.imul(high, 0x1b3) + carry + (mixed << 8)) | 0;
      low = Math.imul(mixed, 0x1b3);
    }
  }
  return (high >>> 0).toString(16).padStart(8, "0") + (low >>> 0).toString(16).padStart(8, "0");
}
