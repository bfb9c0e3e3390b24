import { orWhenLost } from "#app/kit/lost-connection.ts";
import { settleCounts } from "./use-counts.ts";

/** The response if not all counts were applied. */
export interface CountsRefused {
  readonly kind: "counts";
  readonly applied: number;
  /** Sentences by row key. */
  readonly refused: Readonly<Record<string, string>>;
  /** The history entry that undoes the applied counts; null: nothing to undo. */
  readonly undo: number | null;
}

/** The client action of a stock-taking: without a connection the draft is kept; applied counts are removed from it. */
export async function sendCounts<Answer>(sent: unknown, send: () => Promise<Answer>): Promise<Answer | { readonly kind: "lost" }> {
  try {
    const answer = await orWhenLost(send, () => ({ kind: "lost" }) as const);
    if (isRefusal(answer)) settleCounts(sent, answer.refused);
    return answer;
  } catch (thrown) {
    // The redirect after applying is a thrown response.
    if (thrown instanceof Response && isToCounts(thrown)) settleCounts(sent, {});
    throw thrown;
  }
}

/** Other redirects mean a missing permission or two-factor authentication: nothing was applied. */
function isToCounts({ status, headers }: Response): boolean {
  return status >= 300 && status < 400 && /[?&]view=count\b/.test(headers.get("Location") ?? "");
}

function isRefusal(answer: unknown): answer is CountsRefused {
  return typeof answer === "object" && answer !== null && "kind" in answer && answer.kind === "counts";
}
