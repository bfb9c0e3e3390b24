import { newKey } from "#app/orders/ui/staff/alerts/screen-id.ts";

/** The requested ticket; kept until printed or refused, so that a retry uses the same key. */
const CLAIM_KEY = "shopbell:kitchen-claim";
/** The tab's id, which is also the name of its page's lock. */
const TAB_KEY = "shopbell:kitchen-tab";
/** A reloaded page gets the lock once the previous page is gone; a duplicated tab never does. */
const WAIT_MS = 2000;

interface Claim {
  readonly order: string;
  readonly key: string;
}

/** The stored text; null if not loaded yet. */
let memory: string | null = null;
let adopted: Promise<void> | undefined;

/**
 * Takes over the claim from before a reload; await it first. A duplicated tab has the same name but not the lock, so it gets a new name and no claim.
 */
export async function adoptClaim(): Promise<void> {
  adopted ??= adopt();
  await adopted;
}

async function adopt(): Promise<void> {
  const tab = stored(() => sessionStorage.getItem(TAB_KEY));
  const claim = parse(stored(() => sessionStorage.getItem(CLAIM_KEY)));
  if (tab !== null && (await isHeld(tab))) return keepClaim(claim);
  const newTab = newKey();
  await isHeld(newTab);
  stored(() => sessionStorage.setItem(TAB_KEY, newTab));
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

/** Whether this page has the tab's lock until it closes. Without https there are no locks: assumed to be true. */
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

/** Null if the browser blocks storage. */
function stored<T>(use: () => T): T | null {
  try {
    return use();
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
