import { useEffect, useEffectEvent, useRef, useState } from "react";
import { VERSION_POLL_MS } from "#app/values/limits.ts";
import { useInterval } from "#app/kit/hooks/use-interval.ts";
import { textOf } from "#app/values/narrow.ts";

/**
 * True once the server runs another version than when this page was opened (never on the first check). A failed check is ignored and
 * repeated an hour later.
 */
export function useAppVersion(): boolean {
  const first = useRef<string | null>(null);
  const [isOutdated, setOutdated] = useState(false);

  const check = async () => {
    const response = await fetch("/api/version", { cache: "no-store" }).catch(() => null);
    if (response?.ok !== true) return;
    const version = textOf(await response.json(), "version");
    if (version === undefined) return;
    if (first.current === null) first.current = version;
    else if (first.current !== version) setOutdated(true);
  };
  const checkNow = useEffectEvent(check);
  useEffect(() => {
    void checkNow();
  }, []);
  useInterval(() => void check(), isOutdated ? null : VERSION_POLL_MS);
  return isOutdated;
}
