import { randomBytes } from "node:crypto";

/** A complete shared response. */
export interface CachedAnswer {
  readonly status: number;
  /** Without the Content-Security-Policy. */
  readonly headers: Headers;
  readonly body: Buffer;
  /** How a page gets its nonce; null for other responses. */
  readonly nonce: {
    /** The placeholder in the body. */
    readonly placeholder: string;
    /** The Content-Security-Policy that allows scripts with this nonce. */
    readonly policyFor: (nonce: string) => string;
  } | null;
}

export function createNonce(): string {
  return randomBytes(16).toString("base64url");
}

/** The body with `nonce` for the placeholder, and its policy. */
export function filledWith(
  { body, nonce: place }: Pick<CachedAnswer, "body" | "nonce">,
  nonce: string,
): { readonly body: Buffer; readonly policy: string | null } {
  if (place === null) return { body, policy: null };
  return { body: Buffer.from(body.toString().replaceAll(place.placeholder, nonce)), policy: place.policyFor(nonce) };
}
