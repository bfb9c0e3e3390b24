import * as texts from "#texts/kit/connection.ts";
import { reportLostConnection } from "./connection.ts";
import { propertyOf } from "#app/values/narrow.ts";

/** True for what `fetch` throws when no answer came: the words differ from browser to browser, a bug of ours has others. */
export function isLostConnection(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}

export const LOST_WORDS = texts.mayNotHaveArrived;

/** A page's action, with its own answer in place of the error page when the connection is lost. */
export async function orWhenLost<Answer, Lost>(send: () => Promise<Answer>, whenLost: () => Lost | Promise<Lost>): Promise<Answer | Lost> {
  try {
    return await send();
  } catch (error) {
    if (!isLostConnection(error)) throw error;
    reportLostConnection();
    return whenLost();
  }
}

interface RevalidationFacts {
  readonly actionResult?: unknown;
  readonly defaultShouldRevalidate: boolean;
}

/** False after an action that found no connection: reading the page again would only fail, and show the error page after all. */
export function hasConnection({ actionResult }: RevalidationFacts): boolean {
  return propertyOf(actionResult, "kind") !== "lost";
}
