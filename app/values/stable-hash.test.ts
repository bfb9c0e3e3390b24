import fc from "fast-check";
import { expect, test } from "vitest";
import { stableHash } from "./stable-hash.ts";

/** FNV-1a of 64 bits over UTF-16 bytes, written with BigInt straight from its definition. */
function reference(text: string, offset: bigint): string {
  let hash = offset;
  for (const character of text.split("")) {
    const unit = character.charCodeAt(0);
    for (const byte of [unit & 0xff, unit >> 8]) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return hash.toString(16).padStart(16, "0");
}

test("the two 32-bit halves match the definition of FNV-1a", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const backwards = text.split("").reverse().join("");
      expect(stableHash(text)).toBe(reference(text, 0xcbf29ce484222325n) + reference(backwards, 0x6c62272e07bb0142n));
    }),
  );
});

test("a hundred thousand similar texts have a hundred thousand hashes", () => {
  const hashes = new Set(Array.from({ length: 100_000 }, (_, index) => stableHash(`[[${index % 317},${index}],"pickup"]`)));
  expect(hashes.size).toBe(100_000);
});
