import type { ClientActionFunctionArgs } from "react-router";
import { orWhenLost } from "#app/kit/lost-connection.ts";
import type { RecordAnswer } from "./record-form-data.ts";
import { forgetDraft } from "./use-draft.ts";

/** The client action of a record form's page: without a connection everything typed stays; once stored, the draft goes. */
export async function sendRecordForm({ request, serverAction }: ClientActionFunctionArgs): Promise<RecordAnswer> {
  try {
    return await orWhenLost(
      () => serverAction<RecordAnswer>(),
      () => ({ kind: "lost" }) as const,
    );
  } catch (thrown) {
    // The redirect after storing comes as a thrown answer.
    if (thrown instanceof Response && thrown.status >= 300 && thrown.status < 400) forgetDraft(new URL(request.url).pathname);
    throw thrown;
  }
}
