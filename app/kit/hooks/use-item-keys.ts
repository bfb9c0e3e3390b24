import { useState } from "react";

/** React keys for a list of `count` items without ids that is edited in place. Call `drop` together with the removal of an item. */
export function useItemKeys(count: number): { readonly keys: readonly number[]; readonly drop: (index: number) => void } {
  const [{ keys, next }, setState] = useState({ keys: newKeys(0, count), next: count });
  const [known, setKnown] = useState(count);
  if (known !== count) {
    setKnown(count);
    const added = Math.max(0, count - keys.length);
    setState({ keys: [...keys.slice(0, count), ...newKeys(next, added)], next: next + added });
  }
  return { keys, drop: (index) => setState((state) => ({ ...state, keys: state.keys.toSpliced(index, 1) })) };
}

function newKeys(from: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}
