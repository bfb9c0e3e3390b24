import { newKey } from "#app/orders/ui/staff/alerts/screen-id.ts";

/** The ticket this screen has asked for; kept until it was printed or refused, so that it may be asked for again with the same key. */
const CLAIM_KEY = "shopbell:kitchen-claim";
/** The tab's own name: the page that is open in it holds the lock of that name. */
const TAB_KEY = "shopbell:kitchen-tab";
/** A page that is loaded anew gets the lock as soon as the one before is gone; a copy of an open page never does. */
const WAIT_MS = 2000;

interface Claim {
  readonly order: string;
  readonly key: string;
}

/** What is kept, as text; null = not known yet. */
let memory: string | null = null;
let adopted: Promise<void> | undefined;

/**
 * Takes over the claim this tab had before the page was loaded; to be waited for before the others are used. A duplicated tab has the other one's
 * name and claim too: it does not get the lock, and begins with a name of its own and no claim.
 */
export async function adoptClaim(): Promise<void> {
  adopted ??= adopt();
  await adopted;
}

async function adopt(): Promise<void> {
  const tab = stored(() => sessionStorage.getItem(TAB_KEY));
  const claim = parse(stored(() => sessionStorage.getItem(CLAIM_KEY)));
  if (tab !== null && (await isHeld(tab))) return keepClaim(claim);
  const own = newKey();
  await isHeld(own);
  stored(() => sessionStorage.setItem(TAB_KEY, own));
  keepClaim(null);
}

export function readClaim(): Claim | null {
  return parse(memory);
}

export function keepClaim(claim: Claim | null): void {
  const text = claim === null ? "" : `${claim.order} ${claim.key}`;
  if (text === memory) return;
  memory = text;
  stored(() => sessionStorage.setItem(CLAIM_KEY, text));
}

/** Whether this page has the tab's lock from now on, until it is gone. Without https there are no locks: then it is taken to. */
async function isHeld(tab: string): Promise<boolean> {
  if (!("locks" in navigator)) return true;
  return new Promise((answer) => {
    const hold = async () => {
      answer(true);
      await new Promise<never>(() => undefined);
    };
    navigator.locks.request(`${TAB_KEY} ${tab}`, { signal: AbortSignal.timeout(WAIT_MS) }, hold).catch(() => answer(false));
  });
}

function parse(text: string | null): Claim | null {
  const [order, key] = (text ?? "").split(" ");
  return order === undefined || key === undefined ? null : { order, key };
}

/** Null where the browser keeps nothing. */
function stored<T>(use: () => T): T | null {
  try {
    return use();
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
