import { isLostConnection, LOST_WORDS } from "#app/kit/lost-connection.ts";
import { readJson, staffFetch } from "#app/kit/session.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import type { Hit } from "./hit.ts";

/** The staff call that creates a record from within another form. */
const CREATE_CALL = "/admin/api/records";

interface Refusal {
  readonly detail?: string;
  readonly errors?: readonly { readonly message: string }[];
}

/** Creates a record immediately; the error is a sentence for the user. */
export async function createRecord(body: { readonly kind: string } & Readonly<Record<string, unknown>>): Promise<Result<Hit, string>> {
  try {
    const init = {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/json" },
      body: JSON.stringify(body),
    };
    const response = await staffFetch(CREATE_CALL, init, "action");
    if (response.status === 401) return fail("Sign in again, then try once more.");
    const answer = await readJson<{ readonly hit: Hit } & Refusal>(response);
    return response.ok ? ok(answer.hit) : fail(answer.errors?.[0]?.message ?? answer.detail ?? LOST_WORDS);
  } catch (error) {
    if (!isLostConnection(error)) throw error;
    return fail(LOST_WORDS);
  }
}
