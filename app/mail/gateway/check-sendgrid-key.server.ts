import type { MailKeyCheck } from "#app/store/domain/connection.ts";
import { jsonOf } from "#app/values/json.ts";
import { propertyOf, textOf } from "#app/values/narrow.ts";

/** A user is waiting at the form. */
const TIMEOUT_MS = 5_000;
/** A key may have about two hundred scopes. */
const MAX_ANSWER_LENGTH = 64 * 1024;

/** Queries a key's scopes from SendGrid once; sends no email. @param apiUrl null = SendGrid's own */
export async function checkSendGridKey(apiUrl: string | null, apiKey: string): Promise<MailKeyCheck> {
  try {
    const response = await fetch(`${apiUrl ?? "https://api.sendgrid.com"}/v3/scopes`, {
      headers: { Authorization: `Bearer ${apiKey}` },
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = (await response.text()).slice(0, MAX_ANSWER_LENGTH);
    if (response.status === 401 || response.status === 403)
      return { kind: "refused", reason: reasonOf(body).replaceAll(apiKey, "(key)").slice(0, 300) };
    if (!response.ok) return { kind: "unreachable" };
    const scopes = propertyOf(JSON.parse(body), "scopes");
    return { kind: Array.isArray(scopes) && scopes.includes("mail.send") ? "taken" : "cannot-send" };
  } catch (error) {
    if (error instanceof DOMException && error.name === "TimeoutError") return { kind: "late" };
    // No connection, a redirect, or a response that is not JSON: this is not SendGrid.
    if (error instanceof TypeError || error instanceof SyntaxError) return { kind: "unreachable" };
    throw error;
  }
}

/** SendGrid's `{errors: [{message}]}` as one line. */
function reasonOf(body: string): string {
  const errors = propertyOf(jsonOf(body), "errors");
  const words = (Array.isArray(errors) ? errors : []).flatMap((error) => textOf(error, "message") ?? []);
  return words.join("; ") || "no reason given";
}
