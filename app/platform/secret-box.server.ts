import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Seals short secrets with AES-256-GCM; the setting's name is associated data, so a sealed value cannot be moved to another setting. */
export interface SecretBox {
  seal(name: string, plain: string): string;
  /** undefined when the value was sealed with another APP_SECRET, for another name, or is damaged. */
  open(name: string, sealed: string): string | undefined;
}

/** A 256-bit key for one purpose, derived from APP_SECRET; purposes never share a key. */
export function deriveKey(appSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", appSecret, "shopbell", purpose, 32));
}

/** `keyId` stands in front of every sealed value, so that a rotated secret can tell its own values from older ones. */
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
        // A wrong tag is the expected answer for a damaged or moved value; the caller says which setting to enter again.
        return undefined;
      }
    },
  };
}
