import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate, useNavigation } from "react-router";
import type { CountRow } from "#app/catalogue/domain/stock-taking/stock-taking.ts";
import { hasCode } from "#app/catalogue/domain/stock-taking/count-draft.ts";
import { useConnection } from "#app/kit/connection.ts";

interface Scans {
  readonly rows: readonly CountRow[];
  /** The search text of the list. */
  readonly q: string;
  /** The category filter of the list; "" = all. */
  readonly category: string;
  /** @param note a further message, with a leading space */
  readonly onFound: (row: CountRow, note: string) => void;
  /** Several rows have the code. */
  readonly onSeveral: (rows: readonly CountRow[], code: string, note: string) => void;
  readonly onSay: (text: string) => void;
}

/** Finds the rows of scanned codes in sequence; a code that is not on this page is searched in the whole shop. */
export function useScans({ rows, q, category, onFound, onSeveral, onSay }: Scans): (code: string) => void {
  const waiting = useRef<string[]>([]);
  /** The last code searched in the shop: the address may normalize it, so it is searched only once. */
  const searched = useRef("");
  /** The category whose filter the search has removed. */
  const leftCategory = useRef("");
  const navigate = useNavigate();
  const isIdle = useNavigation().state === "idle";
  const isLost = useConnection() !== "there";
  const find = (listed: readonly CountRow[]) => {
    for (let code = waiting.current[0]; code !== undefined; code = waiting.current[0]) {
      const wanted = code;
      const found = listed.filter((row) => hasCode(row, wanted));
      const [first] = found;
      if (first === undefined && q !== wanted && searched.current !== wanted && !isLost) {
        searched.current = wanted;
        if (category !== "") leftCategory.current = category;
        void navigate(
          { search: new URLSearchParams({ view: "count", q: wanted }).toString() },
          { replace: true, preventScrollReset: true },
        );
        return;
      }
      waiting.current.shift();
      searched.current = "";
      const note = leftCategory.current === "" ? "" : ` The filter “${leftCategory.current}” is off.`;
      leftCategory.current = "";
      if (first === undefined) onSay(`${notFoundText(wanted, isLost, listed.length)}${note}`);
      else if (found.length === 1) onFound(first, note);
      else onSeveral(found, wanted, note);
    }
  };
  const findLoaded = useEffectEvent(find);
  useEffect(() => {
    if (isIdle) findLoaded(rows);
  }, [isIdle, rows]);
  return (code) => {
    waiting.current.push(code);
    if (isIdle) find(rows);
  };
}

function notFoundText(code: string, isLost: boolean, listed: number): string {
  if (isLost) return `No connection: “${code}” is not on this page.`;
  return listed === 0 ? `No counted product has the code “${code}”.` : `No counted row here has exactly the code “${code}”.`;
}
