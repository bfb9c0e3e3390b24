import type { Call } from "./call.ts";
import type { FormNode } from "./form-body.ts";
import { Refusal } from "./refusal.ts";

export interface AcceptedKeys {
  readonly secretKeys: readonly string[];
  readonly publishableKeys: readonly string[];
}

/** Authenticates the caller: the key is a Bearer token, a Basic user name, or (from browsers) the field `key`. Throws 401. */
export function checkAccess(authorization: string | undefined, form: FormNode, keys: AcceptedKeys, isForBrowsers: boolean): Call["access"] {
  const field = form.get("key");
  const apiKey = readAuthorization(authorization) ?? (typeof field === "string" && field !== "" ? field : undefined);
  if (apiKey === undefined) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (keys.secretKeys.includes(apiKey)) return "secret";
  if (!keys.publishableKeys.includes(apiKey)) throw unauthorized(`Invalid API Key provided: ${maskKey(apiKey)}`);
  if (isForBrowsers) return "publishable";
  throw unauthorized("This API call cannot be made with a publishable API key. Please use a secret API key.", "secret_key_required");
}

function readAuthorization(header: string | undefined): string | undefined {
  const [scheme, value] = header?.split(/\s+/, 2) ?? [];
  if (!value) return undefined;
  if (scheme?.toLowerCase() === "bearer") return value;
  if (scheme?.toLowerCase() !== "basic") return undefined;
  return Buffer.from(value, "base64").toString("utf8").split(":", 1)[0] || undefined;
}

function maskKey(key: string): string {
  return key.length > 12 ? `${key.slice(0, 8)}****${key.slice(-4)}` : "****";
}

function unauthorized(message: string, code?: string): Refusal {
  return new Refusal({ status: 401, type: "invalid_request_error", message, ...(code ? { code } : {}) });
}
