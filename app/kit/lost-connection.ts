import * as texts from "#texts/kit/connection.ts";
import { reportLostConnection } from "./connection.ts";
import { propertyOf } from "#app/values/narrow.ts";

/** Whether `fetch` threw because no response came. The messages differ between browsers; a bug of ours has other messages. */
export function isLostConnection(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}

export const LOST_WORDS = texts.mayNotHaveArrived;

/** Runs a page's action and returns its own result, instead of the error page, if the connection is lost. */
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

/** False after an action without a connection: revalidation would fail, too, and show the error page. */
export function hasConnection({ actionResult }: RevalidationFacts): boolean {
  return propertyOf(actionResult, "kind") !== "lost";
}
