import { orWhenLost } from "#app/kit/lost-connection.ts";
import { LATE_ANSWER, OFFLINE_ANSWER, type CartAnswer } from "./cart-answer.ts";
import { announceCartChange } from "./cart-events.ts";

/** How long a change waits for the one before, whose answer may bring a new visitor's cart. */
const FIRST_WAIT_MS = 6000;
/** An answer this late is lost. */
const ANSWER_TIMEOUT_MS = 30_000;

/** Settled when the next change may be sent. */
let previous: Promise<unknown> = Promise.resolve();
let noteCart: () => void;
/** Resolved by the first answer that changed a cart: from then on, the browser has the cart's cookie. */
const hasCart = new Promise<void>((resolve) => (noteCart = resolve));

let sent = 0;
let pending = 0;

/**
 * Sends a change of the cart and notifies all cart controls. A lost connection, or an answer that is late, becomes an answer next to the control
 * instead of an error page. Until this browser has a cart, a change waits for the one before: two first items that are sent together would each
 * get a cart, and the browser keeps one of them.
 */
export async function sendCartForm(serverAction: () => Promise<CartAnswer>): Promise<CartAnswer> {
  const turn = Promise.race([previous, hasCart]);
  const answering = turn.then(() => send(serverAction));
  previous = turn.then(() => Promise.race([answering.catch(() => null), after(FIRST_WAIT_MS)]));
  const { answer, isAlone } = await answering;
  if (!answer.ok) return answer;
  noteCart();
  const { badge, itemsTotal, added, removed } = answer;
  // Answers of changes that overlap can arrive in another order: the count is read again.
  if (isAlone) announceCartChange(badge, { itemsTotal, added, removed });
  else announceCartChange(null, { added, removed });
  return answer;
}

/** `isAlone`: no other change was on its way at the same time. */
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
