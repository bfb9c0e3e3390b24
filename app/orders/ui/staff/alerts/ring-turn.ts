import { propertyOf, textOf } from "#app/values/narrow.ts";

/** The last ring of this browser, shared by its tabs. */
export interface Ring {
  /** The tab that rang. */
  readonly tab: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** How many orders were waiting. */
  readonly waiting: number;
}

/** Whether another tab has just rung for these orders. The same tab may always ring again. */
export function isRungElsewhere(last: Ring | null, mine: Ring, withinMs: number): boolean {
  return last !== null && last.tab !== mine.tab && mine.at - last.at < withinMs && last.waiting >= mine.waiting;
}

const STORED_KEY = "shopbell:rang";
const LOCK = "shopbell:ring";
const TAB_KEY = "shopbell:tab";

/**
 * Runs `ring` unless another tab of this browser rang for as many orders within `withinMs`; serialized across tabs. `ring` returns whether it was
 * audible; if not, the next tab may try.
 */
export async function ringInTurn(waiting: number, withinMs: number, ring: () => Promise<boolean>): Promise<void> {
  const turn = async () => {
    const mine: Ring = { tab: tabId(), at: Date.now(), waiting };
    if (isRungElsewhere(readLast(), mine, withinMs)) return;
    if (await ring()) store(mine);
  };
  // Without https there are no locks: two tabs may both ring.
  await ("locks" in navigator ? navigator.locks.request(LOCK, turn) : turn());
}

let ownTab: string | null = null;

/** The tab's id, kept across reloads. Removed from session storage while the page is open, because browsers copy that storage to duplicated tabs. */
function tabId(): string {
  if (ownTab !== null) return ownTab;
  const name = inSession((session) => session.getItem(TAB_KEY)) ?? String(Math.random());
  const release = () => inSession((session) => session.removeItem(TAB_KEY));
  release();
  window.addEventListener("pagehide", () => inSession((session) => session.setItem(TAB_KEY, name)));
  // The page may come back from the back-forward cache.
  window.addEventListener("pageshow", release);
  ownTab = name;
  return name;
}

/** Undefined if session storage is blocked: a reload then counts as another tab. */
function inSession<T>(use: (session: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

function readLast(): Ring | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORED_KEY) ?? "null");
    const [tab, at, waiting] = [textOf(found, "tab"), propertyOf(found, "at"), propertyOf(found, "waiting")];
    return tab !== undefined && typeof at === "number" && typeof waiting === "number" ? { tab, at, waiting } : null;
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return null;
    throw error;
  }
}

function store(ring: Ring): void {
  try {
    localStorage.setItem(STORED_KEY, JSON.stringify(ring));
  } catch (error) {
    // Storage is blocked: each tab rings on its own.
    if (!(error instanceof DOMException)) throw error;
  }
}
