import { useEffect, useId, useRef } from "react";
import { brokenTarget, itemGaps, type MenuTargets } from "#app/content/domain/menu-targets.ts";
import { linkTarget, type CategoryItem, type LinkItem, type MenuItem } from "#app/content/domain/menu.ts";
import { Button } from "#app/kit/button.tsx";
import { useLinkWords } from "#app/content/ui/staff/use-link-words.ts";
import { CommittedSelect } from "#app/kit/forms/committed-select.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { MAX_TITLE_LENGTH, MAX_URL_LENGTH } from "#app/values/limits.ts";
import type { MenuRow } from "./menu-rows.ts";

interface MenuPartProps {
  readonly row: MenuRow;
  /** Columns to which it can be moved; none in the top menu. */
  readonly columns: readonly MenuRow[];
  readonly targets: MenuTargets;
  readonly onChange: (part: MenuRow["part"]) => void;
  readonly onMoveTo: (column: string) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

const TYPES: readonly { readonly type: MenuItem["type"]; readonly label: string }[] = [
  { type: "category", label: "Category" },
  { type: "link", label: "Link" },
  { type: "text", label: "Text only" },
];

/** The fields of one row of a menu: the title of a column, or type, text and target of an item. */
export function MenuPart({ row, columns, targets, onChange, onMoveTo, onRemove, onClose }: MenuPartProps) {
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  const { part } = row;
  useEffect(() => first.current?.focus(), []);
  const gaps: ReturnType<typeof itemGaps> = part.type === "column" ? {} : itemGaps(part);
  const broken = part.type === "column" ? null : brokenTarget(part, targets);
  return (
    <fieldset className="grid gap-3 rounded border border-field bg-canvas p-4">
      <legend className="px-1 font-semibold">{row.label}</legend>
      <Labelled id={`${id}-text`} label={part.type === "column" ? "Title (optional)" : "Text"} error={gaps.text}>
        <input
          {...errorProps(`${id}-text`, gaps.text)}
          ref={first}
          id={`${id}-text`}
          value={part.type === "column" ? part.title : part.text}
          maxLength={MAX_TITLE_LENGTH}
          onChange={(event) =>
            onChange(part.type === "column" ? { ...part, title: event.target.value } : { ...part, text: event.target.value })
          }
          className={CONTROL_CLASS}
        />
      </Labelled>
      {part.type === "column" ? null : (
        <>
          <TypeChoice {...{ id, part, onChange }} />
          {part.type === "category" ? <CategoryField {...{ id, part, targets, onChange }} error={gaps.categoryId ?? broken} /> : null}
          {part.type === "link" ? <LinkFields {...{ id, part, targets, onChange }} error={gaps.url ?? broken} /> : null}
        </>
      )}
      {columns.length > 1 && part.type !== "column" ? <ColumnChoice {...{ id, row, columns, onMoveTo }} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button look="outline" size="desk" className="max-md:min-h-11" onClick={onClose}>
          Close
        </Button>
        <Button look="danger-outline" size="desk" className="max-md:min-h-11" onClick={onRemove}>
          {part.type === "column" ? "Remove column with its items" : "Remove item with its subitems"}
        </Button>
      </div>
    </fieldset>
  );
}

interface FieldProps<Part extends MenuItem> {
  readonly id: string;
  readonly part: Part;
  readonly targets: MenuTargets;
  readonly error: string | null;
  readonly onChange: (part: Part) => void;
}

function TypeChoice({ id, part, onChange }: Pick<FieldProps<MenuItem>, "id" | "part" | "onChange">) {
  return (
    <div role="radiogroup" aria-label="Type" className="flex flex-wrap gap-x-5">
      {TYPES.map(({ type, label }) => (
        <label key={type} className="flex min-h-8 max-sm:min-h-11 items-center gap-2">
          <input
            type="radio"
            name={`${id}-type`}
            checked={part.type === type}
            onChange={() => onChange(as(type, part))}
            className="size-5 accent-primary"
          />
          {label}
        </label>
      ))}
    </div>
  );
}

/** An item without a text uses the category's name. */
function CategoryField({ id, part, targets: { categories }, error, onChange }: FieldProps<CategoryItem>) {
  const nameOf = (categoryId: number) => {
    const path = categories.find((each) => each.id === categoryId)?.path ?? "";
    return path.split(" › ").at(-1) ?? "";
  };
  const choose = (categoryId: number) =>
    onChange({ ...part, categoryId, text: followedText(part.text, nameOf(part.categoryId), nameOf(categoryId)) });
  return (
    <Labelled id={`${id}-category`} label="Category" error={error}>
      <select
        {...errorProps(`${id}-category`, error)}
        id={`${id}-category`}
        value={part.categoryId}
        onChange={(event) => choose(Number(event.target.value))}
        className={CONTROL_CLASS}
      >
        <option value={0}>Choose a category</option>
        {part.categoryId !== 0 && !categories.some((each) => each.id === part.categoryId) ? (
          <option value={part.categoryId}>No. {part.categoryId}, deleted</option>
        ) : null}
        {categories.map((each) => (
          <option key={each.id} value={each.id}>
            {each.path}
            {each.isHidden ? " (hidden)" : ""}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

function ColumnChoice({ id, row, columns, onMoveTo }: Pick<MenuPartProps, "row" | "columns" | "onMoveTo"> & { readonly id: string }) {
  return (
    <Labelled id={`${id}-column`} label="Column">
      <CommittedSelect
        id={`${id}-column`}
        value={row.parentId ?? ""}
        onCommit={(select) => onMoveTo(select.value)}
        className={CONTROL_CLASS}
      >
        {columns.map((column, at) => (
          <option key={column.id} value={column.id}>
            {at + 1}. {column.label}
          </option>
        ))}
      </CommittedSelect>
    </Labelled>
  );
}

/** An address, typed or picked from the shop's pages; its meaning is shown while typing. */
function LinkFields({ id, part, targets, error, onChange }: FieldProps<LinkItem>) {
  const isExternal = linkTarget(part.url).kind === "external";
  const slug = part.url.replace(/^\/+/, "");
  const titleOf = (wanted: string) => targets.pages.find((page) => page.slug === wanted)?.title ?? "";
  const { words, field } = useLinkWords(part.url, part.openInNewTab);
  return (
    <>
      <Labelled id={`${id}-page`} label="A page of the shop">
        <select
          id={`${id}-page`}
          value={targets.pages.some((page) => page.slug === slug) ? slug : ""}
          onChange={(event) => {
            const page = targets.pages.find((each) => each.slug === event.target.value);
            if (page === undefined) return;
            onChange({ ...part, url: `/${page.slug}`, text: followedText(part.text, titleOf(slug), page.title) });
          }}
          className={CONTROL_CLASS}
        >
          <option value="">Another address</option>
          {targets.pages.map((page) => (
            <option key={page.slug} value={page.slug}>
              {page.title}
              {page.isPublished ? "" : " (not published)"}
            </option>
          ))}
        </select>
      </Labelled>
      <Labelled id={`${id}-url`} label="Address" error={error}>
        <input
          {...field}
          id={`${id}-url`}
          value={part.url}
          maxLength={MAX_URL_LENGTH}
          placeholder="/about or https://example.com"
          aria-invalid={error !== null}
          aria-describedby={`${id}-rule${error === null ? "" : ` ${id}-url-error`}`}
          onChange={(event) => onChange({ ...part, url: event.target.value })}
          className={CONTROL_CLASS}
        />
      </Labelled>
      <p id={`${id}-rule`} className="wrap-anywhere text-ink-2">
        {words}
      </p>
      {isExternal ? (
        <label className="flex min-h-8 max-sm:min-h-11 items-center gap-2">
          <input
            type="checkbox"
            checked={part.openInNewTab}
            onChange={(event) => onChange({ ...part, openInNewTab: event.target.checked })}
            className="size-5 accent-primary"
          />
          Open in a new tab
        </label>
      ) : null}
    </>
  );
}

interface LabelledProps {
  readonly id: string;
  readonly label: string;
  /** The field's error; its control has `errorProps`. */
  readonly error?: string | null | undefined;
  readonly children: React.ReactNode;
}

function Labelled({ id, label, error, children }: LabelledProps) {
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children}
      {error == null ? null : (
        <p id={`${id}-error`} className="font-semibold text-beet">
          {error}
        </p>
      )}
    </div>
  );
}

function errorProps(id: string, error: string | null | undefined) {
  return error == null ? {} : { "aria-invalid": true, "aria-describedby": `${id}-error` };
}

/** An item's text follows the name of its target until staff edit it: arrow keys pass other targets on the way. */
function followedText(text: string, before: string, now: string): string {
  return text === "" || text === before ? now : text;
}

/** Converts an item to another type; its text is kept. */
function as(type: MenuItem["type"], { id, text }: MenuItem): MenuItem {
  switch (type) {
    case "category":
      return { id, type, text, categoryId: 0 };
    case "link":
      return { id, type, text, url: "", openInNewTab: false };
    case "text":
      return { id, type, text };
  }
}
