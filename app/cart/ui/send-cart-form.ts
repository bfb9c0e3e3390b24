import { orWhenLost } from "#app/kit/lost-connection.ts";
import { LATE_ANSWER, OFFLINE_ANSWER, type CartAnswer } from "./cart-answer.ts";
import { announceCartChange } from "./cart-events.ts";

/** How long a change waits for the previous one, whose response may set a new visitor's cart cookie. */
const FIRST_WAIT_MS = 6000;
/** A response that takes longer counts as lost. */
const ANSWER_TIMEOUT_MS = 30_000;

/** Settled when the next change may be sent. */
let previous: Promise<unknown> = Promise.resolve();
let noteCart: () => void;
/** Resolved by the first successful response: from then on, the browser has the cart's cookie. */
const hasCart = new Promise<void>((resolve) => (noteCart = resolve));

let sent = 0;
let pending = 0;

/**
 * Sends a change of the cart and notifies all cart controls. A lost connection or a late response becomes a message next to the control
 * instead of an error page. Until this browser has a cart, each change waits for the previous one: two concurrent first items would create
 * two carts, and the browser would keep only one.
 */
export async function sendCartForm(serverAction: () => Promise<CartAnswer>): Promise<CartAnswer> {
  const turn = Promise.race([previous, hasCart]);
  const answering = turn.then(() => send(serverAction));
  previous = turn.then(() => Promise.race([answering.catch(() => null), after(FIRST_WAIT_MS)]));
  const { answer, isAlone } = await answering;
  if (!answer.ok) return answer;
  noteCart();
  const { badge, itemsTotal, added, removed } = answer;
  // Responses of overlapping changes can arrive in any order, so the count is fetched again.
  if (isAlone) announceCartChange(badge, { itemsTotal, added, removed });
  else announceCartChange(null, { added, removed });
  return answer;
}

/** `isAlone`: no other change was pending at the same time. */
async function send(serverAction: () => Promise<CartAnswer>) {
  const number = (sent += 1);
  const isFirst = pending === 0;
  pending += 1;
  try {
    const late = after(ANSWER_TIMEOUT_MS).then(() => ({ ...LATE_ANSWER }));
    const answer = await orWhenLost(
      () => Promise.race([serverAction(), late]),
      () => ({ ...OFFLINE_ANSWER }),
    );
    return { answer, isAlone: isFirst && sent === number };
  } finally {
    pending -= 1;
  }
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
