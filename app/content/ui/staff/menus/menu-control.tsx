import { PlusIcon } from "lucide-react";
import { useRef, useState } from "react";
import { brokenTarget, itemGaps, type MenuTargets } from "#app/content/domain/menu-targets.ts";
import { fitMenu } from "#app/content/domain/menu-fit.ts";
import { Button } from "#app/kit/button.tsx";
import type { ControlProps } from "#app/kit/forms/control.ts";
import { announce } from "#app/kit/focus/announcer.tsx";
import { useFocusAfter } from "#app/kit/focus/use-focus-after.ts";
import { nextRow, rowLink } from "#app/kit/tree/row-link.ts";
import { TreeEditor } from "#app/kit/tree/tree-editor.tsx";
import { TreeField } from "#app/kit/tree/tree-field.tsx";
import { placeItem } from "#app/kit/tree/tree-moves.ts";
import { MAX_FOOTER_COLUMNS, MAX_MENU_DEPTH, MAX_MENU_ITEMS } from "#app/values/limits.ts";
import { MenuPart } from "./menu-part.tsx";
import { FooterPreview, TopPreview } from "./menu-preview.tsx";
import { footerOf, freeId, fromRows, rowOf, topOf, toRows, without, type MenuRow, type MenuShape } from "./menu-rows.ts";
import { counted } from "#texts/plural.ts";

interface MenuControlProps extends ControlProps {
  readonly shape: MenuShape;
  readonly targets: MenuTargets;
  readonly shopName: string;
}

/** A whole menu as one form field: its tree with the fields of the open row, next to a preview. */
export function MenuControl({ shape, targets, shopName, ...props }: MenuControlProps) {
  const { value, onChange } = props;
  const [openId, setOpenId] = useState<string | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  const rows = toRows(shape, value);
  const put = (next: readonly MenuRow[]) => onChange(fromRows(shape, next));
  const open = rows.find((row) => row.id === openId);
  const add = (part: MenuRow["part"], parentId: string | null) => {
    const row = rowOf(freeId(rows), parentId, part);
    put([...rows, row]);
    setOpenId(row.id);
  };
  const columns = rows.filter((row) => row.part.type === "column");
  const lastColumn = open?.part.type === "column" ? open.id : (open?.parentId ?? columns.at(-1)?.id ?? null);
  const target = shape === "top" ? null : lastColumn;
  return (
    <TreeField {...props} what="the menu" className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      {() => (
        <>
          <div ref={area} className="grid gap-4">
            {shape === "top" ? <FoldedHint shopName={shopName} rows={rows} /> : null}
            <MenuTree {...{ shape, rows, targets, openId, put }} onOpen={setOpenId} />
            <AddButtons {...{ shape, rows, target, add }} />
          </div>
          <div className="grid gap-4 xl:sticky xl:top-16">
            {open === undefined ? null : (
              <MenuPart
                key={open.id}
                row={open}
                columns={shape === "footer" ? columns : []}
                targets={targets}
                onChange={(part) => put(rows.map((row) => (row.id === open.id ? rowOf(row.id, row.parentId, part) : row)))}
                onMoveTo={(column) => put(placeItem(rows, open.id, { parentId: column, index: rows.length }))}
                onRemove={() => {
                  announce(`${open.label} removed`);
                  focusAfter(() => nextRow(area.current, rows, open.id));
                  put(without(rows, open.id));
                  setOpenId(null);
                }}
                onClose={() => {
                  focusAfter(() => rowLink(area.current, open.id));
                  setOpenId(null);
                }}
              />
            )}
            {shape === "top" ? <TopPreview menu={topOf(rows)} shopName={shopName} /> : <FooterPreview menu={footerOf(rows)} />}
          </div>
        </>
      )}
    </TreeField>
  );
}

interface MenuTreeProps {
  readonly shape: MenuShape;
  readonly rows: readonly MenuRow[];
  readonly targets: MenuTargets;
  readonly openId: string | null;
  readonly onOpen: (id: string | null) => void;
  readonly put: (rows: readonly MenuRow[]) => void;
}

function MenuTree({ shape, rows, targets, openId, onOpen, put }: MenuTreeProps) {
  const isTop = shape === "top";
  if (rows.length === 0)
    return (
      <p className="border-y border-hairline py-8 text-center text-ink-2">
        {isTop
          ? "No item yet. Customers still find everything from the start page."
          : "No column yet. A column holds links such as allergens, delivery or about us."}
      </p>
    );
  const isColumn = (id: string) => rows.some((row) => row.id === id && row.part.type === "column");
  // Columns are at the top level, and all other items inside a column.
  const footer = { maxDepth: 2, mayBeBelow: (id: string, parentId: string | null) => isColumn(id) === (parentId === null) };
  return (
    <TreeEditor
      label={isTop ? "Top menu" : "Footer menu"}
      items={rows}
      {...(isTop ? { maxDepth: MAX_MENU_DEPTH } : footer)}
      pathOf={() => "#"}
      maxNameLength={0}
      detail={detailWith(targets)}
      local={{
        openId,
        onOpen: (id) => onOpen(id === openId ? null : id),
        onMove: (id, place) => put(placeItem(rows, id, place)),
      }}
    />
  );
}

interface AddButtonsProps {
  readonly shape: MenuShape;
  readonly rows: readonly MenuRow[];
  /** The column that gets a new item; null = the top menu, or no column yet. */
  readonly target: string | null;
  readonly add: (part: MenuRow["part"], parentId: string | null) => void;
}

function AddButtons({ shape, rows, target, add }: AddButtonsProps) {
  const columns = rows.filter((row) => row.part.type === "column").length;
  const isFull = rows.length - columns >= MAX_MENU_ITEMS;
  return (
    <div className="flex flex-wrap gap-2">
      {shape === "footer" ? (
        <AddButton isOff={columns >= MAX_FOOTER_COLUMNS} onPress={() => add({ type: "column", title: "" }, null)}>
          Add column
        </AddButton>
      ) : null}
      {shape === "footer" && target === null ? null : (
        <>
          <AddButton isOff={isFull} onPress={() => add({ id: "", type: "category", text: "", categoryId: 0 }, target)}>
            Add category
          </AddButton>
          <AddButton isOff={isFull} onPress={() => add({ id: "", type: "link", text: "", url: "", openInNewTab: false }, target)}>
            Add link
          </AddButton>
          <AddButton isOff={isFull} onPress={() => add({ id: "", type: "text", text: "" }, target)}>
            Add text
          </AddButton>
        </>
      )}
    </div>
  );
}

/** Shows how many items do not fit into the bar. */
function FoldedHint({ shopName, rows }: { readonly shopName: string; readonly rows: readonly MenuRow[] }) {
  const menu = topOf(rows);
  const folded = menu.slice(fitMenu(shopName, menu).wide);
  return (
    <p role="status" className="rounded border border-harbour bg-harbour-tint px-3 py-2 empty:hidden">
      {folded.length === 0
        ? null
        : `${counted(folded.length, "item does", "items do")} not fit in the top bar and go below “More”. Customers find things faster when some items go below others.`}
    </p>
  );
}

interface AddButtonProps {
  readonly isOff: boolean;
  readonly onPress: () => void;
  readonly children: string;
}

function AddButton({ isOff, onPress, children }: AddButtonProps) {
  return (
    <Button look="outline" size="desk" className="max-md:min-h-11" disabled={isOff} onClick={onPress}>
      <PlusIcon aria-hidden className="size-4" /> {children}
    </Button>
  );
}

function detailWith(targets: MenuTargets) {
  return (row: MenuRow) => <Detail row={row} targets={targets} />;
}

/** The target of a row, or its problem. */
export function Detail({ row: { part }, targets }: { readonly row: MenuRow; readonly targets: MenuTargets }) {
  if (part.type === "column") return null;
  const mistakes = [...Object.values(itemGaps(part)), brokenTarget(part, targets)].filter((mistake) => mistake !== null);
  if (mistakes.length > 0) return <span className="font-semibold text-beet">{mistakes.join(" ")}</span>;
  if (part.type === "text") return <span className="max-sm:hidden">Text</span>;
  if (part.type === "category") {
    const path = targets.categories.find((each) => each.id === part.categoryId)?.path;
    return <span className="max-sm:hidden">{path === part.text ? "Category" : path}</span>;
  }
  return (
    <span className="max-w-48 truncate max-sm:hidden">
      {part.url}
      {part.openInNewTab ? " · new tab" : ""}
    </span>
  );
}
