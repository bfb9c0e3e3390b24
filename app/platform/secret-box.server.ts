import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts short secrets with AES-256-GCM; the setting's name is associated data, so values cannot be swapped. */
export interface SecretBox {
  seal(name: string, plain: string): string;
  /** undefined if encrypted with another secret or name, or damaged. */
  open(name: string, sealed: string): string | undefined;
}

/** A 256-bit key per purpose, derived from APP_SECRET. */
export function deriveKey(appSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", appSecret, "shopbell", purpose, 32));
}

/** `keyId` prefixes each value, to recognize values of an older secret. */
export function createSecretBox(appSecret: string): SecretBox {
  const key = deriveKey(appSecret, "secret settings");
  const keyId = deriveKey(appSecret, "secret settings key id").toString("hex").slice(0, 8);
  return {
    seal(name, plain) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(name));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return [keyId, iv.toString("base64url"), body.toString("base64url"), cipher.getAuthTag().toString("base64url")].join(".");
    },
    open(name, sealed) {
      const [id, iv, body, tag] = sealed.split(".");
      if (id !== keyId || iv === undefined || body === undefined || tag === undefined) return undefined;
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"))
          .setAAD(Buffer.from(name))
          .setAuthTag(Buffer.from(tag, "base64url"));
        return Buffer.concat([decipher.update(Buffer.from(body, "base64url")), decipher.final()]).toString("utf8");
      } catch {
        // An invalid tag is expected for damaged or moved values.
        return undefined;
      }
    },
  };
}
