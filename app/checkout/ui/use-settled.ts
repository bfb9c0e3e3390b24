import { useEffect, useEffectEvent, useState } from "react";

/** Returns a function that waits until the page is idle and returns its latest state. */
export function useSettled<T>(isBusy: boolean, page: T): () => Promise<T> {
  const [waiting, setWaiting] = useState<readonly ((page: T) => void)[]>([]);
  const release = useEffectEvent(() => {
    setWaiting((all) => all.filter((each) => !waiting.includes(each)));
    for (const go of waiting) go(page);
  });
  useEffect(() => {
    if (isBusy || waiting.length === 0) return;
    const timer = setTimeout(() => release());
    return () => clearTimeout(timer);
  }, [isBusy, waiting]);
  return () => new Promise((resolve) => setWaiting((all) => [...all, resolve]));
}
