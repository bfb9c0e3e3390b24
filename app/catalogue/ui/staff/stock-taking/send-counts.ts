import { orWhenLost } from "#app/kit/lost-connection.ts";
import { settleCounts } from "./use-counts.ts";

/** What applying counts answers when not all of them were applied. */
export interface CountsRefused {
  readonly kind: "counts";
  readonly applied: number;
  /** Sentences by key of the row. */
  readonly refused: Readonly<Record<string, string>>;
  /** Row of the history that takes back what was applied; null: nothing to take back. */
  readonly undo: number | null;
}

/** The client action of a stock-taking: without a connection the draft stays; what was applied leaves it. */
export async function sendCounts<Answer>(sent: unknown, send: () => Promise<Answer>): Promise<Answer | { readonly kind: "lost" }> {
  try {
    const answer = await orWhenLost(send, () => ({ kind: "lost" }) as const);
    if (isRefusal(answer)) settleCounts(sent, answer.refused);
    return answer;
  } catch (thrown) {
    // The redirect after applying comes as a thrown response.
    if (thrown instanceof Response && isToCounts(thrown)) settleCounts(sent, {});
    throw thrown;
  }
}

/** Others lead away because the right, or the second step, is missing: nothing was applied. */
function isToCounts({ status, headers }: Response): boolean {
  return status >= 300 && status < 400 && /[?&]view=count\b/.test(headers.get("Location") ?? "");
}

function isRefusal(answer: unknown): answer is CountsRefused {
  return typeof answer === "object" && answer !== null && "kind" in answer && answer.kind === "counts";
}
