import { ArrowDownIcon, ArrowUpIcon, IndentDecreaseIcon, IndentIncreaseIcon, MoveIcon, PencilIcon } from "lucide-react";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { useEffect, useRef, type DragEventHandler, type ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import type { LocalTree } from "./local-tree.ts";
import { moveText, stepFrom, TREE_STEPS, type TreeItem, type TreeRules, type TreeStep } from "./tree-moves.ts";

const STEPS: Readonly<Record<TreeStep, { readonly label: string; readonly icon: typeof ArrowUpIcon }>> = {
  up: { label: "Move up", icon: ArrowUpIcon },
  down: { label: "Move down", icon: ArrowDownIcon },
  in: { label: "Move in", icon: IndentIncreaseIcon },
  out: { label: "Move out", icon: IndentDecreaseIcon },
};

const MENU_CLASS = "absolute top-full right-0 z-50 grid w-44 rounded border border-hairline bg-surface p-1 shadow-float";

const LANDINGS = {
  before: "shadow-[inset_0_2px_0_var(--color-harbour)]",
  inside: "bg-harbour-tint",
  after: "shadow-[inset_0_-2px_0_var(--color-harbour)]",
} as const;

export interface TreeRowProps {
  readonly item: TreeItem;
  readonly items: readonly TreeItem[];
  readonly rules: TreeRules;
  readonly local: LocalTree | undefined;
  readonly to: string;
  readonly detail: ReactNode;
  readonly maxNameLength: number;
  readonly isDragged: boolean;
  readonly landing: keyof typeof LANDINGS | null;
  readonly isRenamed: boolean;
  readonly onRename: (isOpen: boolean) => void;
  readonly onMove: () => void;
  readonly drag: Readonly<Record<"onDragStart" | "onDragEnd" | "onDragOver" | "onDrop", DragEventHandler>>;
}

/** One row of a tree: name, details, Rename and Move. */
export function TreeRow({
  item,
  items,
  rules,
  local,
  to,
  detail,
  isDragged,
  landing,
  isRenamed,
  onRename,
  onMove,
  drag,
  maxNameLength,
}: TreeRowProps) {
  const isClient = useIsClient();
  return (
    // Dragging is an extra: the Move buttons and the keys do the same.
    <div
      data-row={item.id}
      draggable={!isRenamed}
      {...drag}
      className={`flex min-h-11 items-center gap-x-2 rounded-tag px-2 focus-within:bg-canvas hover:bg-canvas md:min-h-10 ${isDragged ? "outline-2 -outline-offset-2 outline-field outline-dashed" : ""} ${landing === null ? "" : LANDINGS[landing]}`}
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        {isRenamed ? (
          <Rename item={item} maxLength={maxNameLength} onClose={() => onRename(false)} />
        ) : (
          <RowLink id={item.id} label={item.label} to={to} local={local} />
        )}
        <span className="ml-auto flex flex-wrap items-center justify-end gap-x-4 text-ink-2">{detail}</span>
      </div>
      <div className="flex shrink-0 items-center">
        {isClient && local === undefined ? (
          <Button
            look="quiet"
            size="desk-icon"
            aria-label={`Rename ${item.label}`}
            title="Rename (F2)"
            onClick={() => onRename(true)}
            className="max-md:size-11"
          >
            <PencilIcon aria-hidden className="size-4" />
          </Button>
        ) : null}
        <MoveMenu item={item} items={items} rules={rules} local={local} onMove={onMove} />
      </div>
    </div>
  );
}

function MoveMenu({ item, items, rules, local, onMove }: Pick<TreeRowProps, "item" | "items" | "rules" | "local" | "onMove">) {
  const { key } = useLocation();
  const menu = useRef<HTMLDetailsElement>(null);
  const steps = TREE_STEPS.map((step) => {
    const place = stepFrom(items, item.id, step, rules);
    const { label, icon: Icon } = STEPS[step];
    return (
      <button
        key={step}
        type={local === undefined ? "submit" : "button"}
        name="move"
        value={place === null ? "" : moveText(item.id, place)}
        disabled={place === null}
        onClick={() => {
          if (local === undefined || place === null) return;
          if (menu.current !== null) menu.current.open = false;
          onMove();
          local.onMove(item.id, place);
        }}
        className="flex min-h-11 items-center gap-2 rounded-tag px-2 text-left hover:bg-canvas disabled:text-muted md:min-h-8"
      >
        <Icon aria-hidden className="size-4" /> {label}
      </button>
    );
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys come from the buttons inside it
    <details
      ref={menu}
      key={key}
      name="move"
      className="relative"
      onBlur={(event) => {
        if (menu.current !== null && event.relatedTarget !== null && !menu.current.contains(event.relatedTarget)) menu.current.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || menu.current === null) return;
        menu.current.open = false;
        menu.current.querySelector("summary")?.focus();
      }}
    >
      <summary
        aria-label={`Move ${item.label}`}
        title="Move"
        className="grid size-11 list-none place-items-center rounded text-ink-2 hover:bg-hairline hover:text-ink md:size-8 [&::-webkit-details-marker]:hidden"
      >
        <MoveIcon aria-hidden className="size-4" />
      </summary>
      {local === undefined ? (
        <PostForm preventScrollReset onSubmit={onMove} className={MENU_CLASS}>
          {steps}
        </PostForm>
      ) : (
        <div className={MENU_CLASS}>{steps}</div>
      )}
    </details>
  );
}

function Rename({ item, maxLength, onClose }: { readonly item: TreeItem; readonly maxLength: number; readonly onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <PostForm preventScrollReset onSubmit={onClose} className="flex min-w-0 grow items-center gap-2 py-1">
      <input type="hidden" name="rename" value={item.id} />
      <input
        ref={field}
        name="name"
        aria-label={`New name of ${item.label}`}
        defaultValue={item.label}
        maxLength={maxLength}
        required
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
        }}
        className={`${CONTROL_CLASS} max-w-80`}
      />
      <Button type="submit" size="desk">
        Rename
      </Button>
      <Button look="outline" size="desk" onClick={onClose}>
        Cancel
      </Button>
    </PostForm>
  );
}

interface RowLinkProps extends Pick<TreeRowProps, "to" | "local"> {
  readonly id: string;
  readonly label: string;
}

/** Opens the record: inline, or on its own page. */
function RowLink({ id, label, to, local }: RowLinkProps) {
  if (local !== undefined)
    return (
      <button
        type="button"
        data-row-link
        aria-expanded={local.openId === id}
        onClick={() => local.onOpen(id)}
        className="inline-flex min-h-11 min-w-0 items-center text-left font-semibold wrap-anywhere text-ink underline-offset-2 hover:text-primary hover:underline aria-expanded:text-primary md:min-h-9"
      >
        {label}
      </button>
    );
  return (
    <Link
      to={to}
      data-row-link
      draggable={false}
      className="inline-flex min-h-11 min-w-0 items-center font-semibold wrap-anywhere text-ink underline-offset-2 hover:text-primary hover:underline md:min-h-9"
    >
      {label}
    </Link>
  );
}
