import { useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { useSubmit } from "react-router";
import { announce } from "#app/kit/focus/announcer.tsx";
import { giveFocus } from "#app/kit/focus/focus-target.ts";
import { useShortcuts } from "#app/kit/hooks/use-shortcuts.ts";
import type { LocalTree } from "./local-tree.ts";
import { rowLink } from "./row-link.ts";
import { TreeRow } from "./tree-row.tsx";
import { useTreeDrag } from "./use-tree-drag.ts";
import { childrenOf, moveText, stepFrom, type TreeItem, type TreePlace, type TreeRules, type TreeStep } from "./tree-moves.ts";

export interface TreeEditorProps<Item extends TreeItem> {
  /** "Categories" */
  readonly label: string;
  readonly items: readonly Item[];
  readonly maxDepth: number;
  readonly pathOf: (item: Item) => string;
  /** Shown to the right of the name. */
  readonly detail: (item: Item) => ReactNode;
  readonly maxNameLength: number;
  /** Restricts parents, in addition to the depth. */
  readonly mayBeBelow?: TreeRules["mayBeBelow"];
  /** The tree is part of a form: nothing is posted, moves are reported, and a row expands its fields instead of opening a page. */
  readonly local?: LocalTree;
}

const KEYS: Readonly<Record<string, TreeStep>> = { ArrowUp: "up", ArrowDown: "down", ArrowRight: "in", ArrowLeft: "out" };

/**
 * A tree whose entries are moved by dragging, with Alt and the arrow keys, or with a row's Move buttons, and renamed inline (F2). Every
 * move is posted as `move` (see `moveText`), a new name as `rename` and `name`. The buttons are plain forms, so all but dragging works
 * without scripts.
 */
export function TreeEditor<Item extends TreeItem>(props: TreeEditorProps<Item>) {
  const { label, items, maxDepth, pathOf, detail, maxNameLength, mayBeBelow, local } = props;
  const rules: TreeRules = mayBeBelow === undefined ? { maxDepth } : { maxDepth, mayBeBelow };
  const area = useRef<HTMLDivElement>(null);
  const submit = useSubmit();
  const [renamed, setRenamed] = useState<string | null>(null);
  const markMoved = useMovedRow({ area, items, isLocal: local !== undefined });

  const post = (id: string, fields: Record<string, string>) => {
    markMoved(id);
    void submit(fields, { method: "post", preventScrollReset: true });
  };
  const move = (id: string, place: TreePlace) => {
    markMoved(id);
    if (local === undefined) post(id, { move: moveText(id, place) });
    else local.onMove(id, place);
  };
  const drag = useTreeDrag(items, rules, move);
  useRowKeys(area);

  const onKeyDown = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>("[data-row]")?.dataset["row"];
    if (id === undefined || renamed !== null) return;
    const step = KEYS[event.key];
    if (event.altKey && step !== undefined) {
      event.preventDefault();
      const place = stepFrom(items, id, step, rules);
      if (place !== null) move(id, place);
    } else if (event.key === "F2") {
      event.preventDefault();
      if (local === undefined) setRenamed(id);
      else local.onOpen(id);
    }
  };

  const rowOf = (item: Item) => (
    <TreeRow
      item={item}
      items={items}
      rules={rules}
      local={local}
      to={pathOf(item)}
      detail={detail(item)}
      maxNameLength={maxNameLength}
      isDragged={drag.dragged === item.id}
      landing={drag.landing?.on === item.id ? drag.landing.side : null}
      isRenamed={renamed === item.id}
      onRename={(isOpen) => {
        setRenamed(isOpen ? item.id : null);
        if (!isOpen) markMoved(item.id);
      }}
      onMove={() => markMoved(item.id)}
      drag={drag.handlersOf(item.id)}
    />
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys come from links and buttons of the rows
    <div ref={area} onKeyDown={onKeyDown}>
      <Level label={label} items={items} parentId={null} rowOf={rowOf} />
      <p className="mt-2 text-xs text-ink-2 max-md:hidden">
        Drag a row, or use its Move button. On the keyboard: Alt with ↑ ↓ moves it,{" "}
        {maxDepth === 1 ? "" : "Alt with → ← puts it below the one before or takes it out, "}
        F2 {local === undefined ? "renames it" : "opens its fields"}.{maxDepth === 1 ? "" : ` At most ${maxDepth} levels.`}
      </p>
    </div>
  );
}

interface MovedRow {
  readonly area: RefObject<HTMLElement | null>;
  readonly items: readonly TreeItem[];
  readonly isLocal: boolean;
}

/**
 * Call the returned function with the id of the moved or renamed entry. After the update its row gets the focus again and its place is
 * announced.
 */
function useMovedRow({ area, items, isLocal }: MovedRow): (id: string) => void {
  const moved = useRef<string | null>(null);
  const order = items.map((item) => `${item.id}:${item.parentId ?? ""}:${item.label}`).join();
  const known = useRef(order);
  const settle = useEffectEvent((shown: string) => {
    if (known.current === shown) return;
    known.current = shown;
    const item = items.find(({ id }) => id === moved.current);
    // Under another parent React recreates the row: restore its focus.
    if (item !== undefined && document.activeElement === document.body) giveFocus(rowLink(area.current, item.id));
    // The page that handles a posted move announces it.
    if (isLocal && item !== undefined) announce(placeText(items, item));
    moved.current = null;
  });
  useLayoutEffect(() => settle(order), [order]);
  return (id) => {
    moved.current = id;
  };
}

/** J and K go to the next and previous row. */
function useRowKeys(area: RefObject<HTMLElement | null>): void {
  const go = (by: number) => {
    const links = [...(area.current?.querySelectorAll<HTMLElement>("[data-row-link]") ?? [])];
    const at = links.findIndex((link) => link.closest("[data-row]")?.contains(document.activeElement) === true);
    links[at === -1 ? 0 : Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  };
  useShortcuts([
    { keys: "j", label: "Next row", run: () => go(1) },
    { keys: "k", label: "Previous row", run: () => go(-1) },
  ]);
}

interface LevelProps<Item extends TreeItem> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly parentId: string | null;
  readonly rowOf: (item: Item) => ReactNode;
}

/** The children of a row, recursively. */
function Level<Item extends TreeItem>({ label, items, parentId, rowOf }: LevelProps<Item>) {
  const children = childrenOf(items, parentId);
  if (children.length === 0) return null;
  return (
    <ul
      aria-label={parentId === null ? label : undefined}
      className={parentId === null ? "border-y border-hairline" : "ml-6 border-l border-hairline pl-2"}
    >
      {children.map((item) => (
        <li key={item.id} className="not-first:border-t not-first:border-hairline">
          {rowOf(item)}
          <Level label={label} items={items} parentId={item.id} rowOf={rowOf} />
        </li>
      ))}
    </ul>
  );
}

/** "Drinks is now 2 of 3 below Menu" */
function placeText(items: readonly TreeItem[], item: TreeItem): string {
  const siblings = childrenOf(items, item.parentId);
  const parent = items.find(({ id }) => id === item.parentId);
  const position = siblings.findIndex(({ id }) => id === item.id) + 1;
  return `${item.label} is now ${position} of ${siblings.length}${parent === undefined ? "" : ` below ${parent.label}`}`;
}
