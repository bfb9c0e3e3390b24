import { useEffect, useState } from "react";

const SLOW_MS = 3_000;
const LONG_MS = 20_000;

/** Duration stage of a pending action: "slow" after 3 s, "long" after 20 s. */
export function useWaitStage(isWaiting: boolean): "short" | "slow" | "long" {
  const [stage, setStage] = useState<"short" | "slow" | "long">("short");
  useEffect(() => {
    if (!isWaiting) return;
    const slow = setTimeout(() => setStage("slow"), SLOW_MS);
    const long = setTimeout(() => setStage("long"), LONG_MS);
    return () => {
      clearTimeout(slow);
      clearTimeout(long);
      setStage("short");
    };
  }, [isWaiting]);
  return stage;
}
