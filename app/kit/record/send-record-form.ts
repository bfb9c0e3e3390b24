import type { ClientActionFunctionArgs } from "react-router";
import { orWhenLost } from "#app/kit/lost-connection.ts";
import { isSignInRedirect } from "#app/kit/session.ts";
import type { RecordAnswer } from "./record-form-data.ts";
import { reportSaved } from "./use-draft.ts";

/** The client action of a record form's page. Without a connection the input is kept; once stored, the draft is deleted. */
export function sendRecordForm({ request, serverAction }: ClientActionFunctionArgs): Promise<RecordAnswer> {
  return sendWithDraft(new URL(request.url).pathname, () => serverAction<RecordAnswer>());
}

/** The client action of a form that redirects once it is stored; `draft` is the key of its draft. */
export async function sendWithDraft<Answer>(draft: string, send: () => Promise<Answer>): Promise<Answer | { readonly kind: "lost" }> {
  try {
    return await orWhenLost(send, () => ({ kind: "lost" }) as const);
  } catch (thrown) {
    // The redirect after storing is a thrown response.
    if (thrown instanceof Response && thrown.status >= 300 && thrown.status < 400 && !isSignInRedirect(thrown)) reportSaved(draft);
    throw thrown;
  }
}
