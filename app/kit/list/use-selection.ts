import { useRef, useState } from "react";
import { useLocation } from "react-router";
import { MAX_SELECTED } from "#app/values/limits.ts";
import type { ListState } from "./list-columns.ts";

export type Selected = ListState["selected"];

export interface SelectionControl {
  readonly selected: Selected;
  readonly has: (id: string) => boolean;
  /** `isRange` includes every row between this one and the last selected one. */
  readonly toggle: (id: string, isRange: boolean) => void;
  readonly choosePage: (isChosen: boolean) => void;
  readonly chooseAll: () => void;
  readonly clear: () => void;
}

/**
 * Selected rows across all pages of a list. They are in the address, so that they survive paging and reloading. Changing them does not
 * reload the page's data.
 */
export function useSelection(asked: Selected, pageIds: readonly string[]): SelectionControl {
  const [selected, setSelected] = useState<Selected>(asked);
  const { key } = useLocation();
  const [known, setKnown] = useState(key);
  if (known !== key) {
    setKnown(key);
    setSelected(asked);
  }
  const last = useRef<string | null>(null);
  const has = (id: string) => selected === "all" || selected.includes(id);
  const store = (next: Selected) => {
    setSelected(next);
    const url = new URL(window.location.href);
    if (next.length === 0) url.searchParams.delete("selected");
    else url.searchParams.set("selected", next === "all" ? next : next.join(","));
    window.history.replaceState(window.history.state, "", url);
  };
  const put = (ids: readonly string[], isChosen: boolean) => {
    const before = selected === "all" ? pageIds : selected;
    const others = before.filter((id) => !ids.includes(id));
    store((isChosen ? [...others, ...ids] : others).slice(0, MAX_SELECTED));
  };
  return {
    selected,
    has,
    toggle(id, isRange) {
      const from = last.current === null ? -1 : pageIds.indexOf(last.current);
      const to = pageIds.indexOf(id);
      last.current = id;
      put(isRange && from !== -1 ? pageIds.slice(Math.min(from, to), Math.max(from, to) + 1) : [id], !has(id));
    },
    choosePage: (isChosen) => put(pageIds, isChosen),
    chooseAll: () => store("all"),
    clear: () => store([]),
  };
}
