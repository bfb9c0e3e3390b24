import { ChevronDownIcon, ChevronUpIcon, GripVerticalIcon, XIcon } from "lucide-react";
import type { DragEvent, ReactNode } from "react";
import type { CustomizationKind } from "#app/catalogue/domain/customization/customization.ts";
import { ON_SALE, UNTIL_UNDONE } from "#app/catalogue/domain/customization/customization-template.ts";
import type { OptionRow } from "#app/catalogue/domain/customization/option-rows.ts";
import { Button } from "#app/kit/button.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { CONTROL_CLASS, signLook } from "#app/kit/forms/control.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { fieldAmount } from "#app/values/money/money-input.ts";
import { FieldFrame } from "#app/kit/forms/field.tsx";

interface OptionFieldsProps {
  /** The path of the list in the form. */
  readonly path: string;
  /** Counts from 0. */
  readonly at: number;
  readonly last: number;
  readonly row: OptionRow;
  readonly kind: CustomizationKind;
  readonly priceOptions: readonly { readonly id: string; readonly label: string }[];
  readonly hasFree: boolean;
  readonly todayEnds: string;
  readonly markWords: Readonly<Record<string, string>>;
  /** A field under "More" has an error. */
  readonly isWrong: boolean;
  readonly isDragged: boolean;
  readonly onChange: (row: OptionRow) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
  readonly drag: {
    readonly onDragStart: () => void;
    readonly onDragEnd: () => void;
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

/** One option: name and price are visible, the rest is under "More". */
export function OptionFields(props: OptionFieldsProps) {
  const { path, at, row, onChange, drag, isDragged } = props;
  const format = useMoneyFormat();
  const { sign, place, padding } = signLook(format);
  const called = row.name.trim() === "" ? `option ${at + 1}` : row.name;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is an extra: the buttons do the same
    <li
      data-option={row.key}
      onDragOver={drag.onDragOver}
      onDrop={drag.onDrop}
      className={`grid gap-x-2 not-first:border-t not-first:border-hairline py-2 ${isDragged ? "opacity-50" : ""}`}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[auto_minmax(0,1fr)_8.5rem_auto]">
        <span
          draggable
          onDragStart={drag.onDragStart}
          onDragEnd={drag.onDragEnd}
          title="Drag to move"
          aria-hidden
          className="mt-1 grid h-10 w-5 cursor-grab place-items-center text-ink-2"
        >
          <GripVerticalIcon className="size-4" />
        </span>
        <OptionText {...{ path, row, at, onChange }} field="name" label={`Name of option ${at + 1}`} isBare />
        <div className="max-sm:col-start-2 max-sm:row-start-2">
          <OptionFrame path={path} at={at} field="price" label={<span className="sr-only">Price of {called}</span>}>
            {(control) => (
              <span className="relative block">
                <span aria-hidden className={`absolute inset-y-0 content-center text-ink-2 ${place}`}>
                  {sign}
                </span>
                <input
                  {...control}
                  inputMode="text"
                  placeholder={fieldAmount(0, format)}
                  value={row.price}
                  onChange={(event) => onChange({ ...row, price: event.target.value })}
                  className={`${CONTROL_CLASS} figures ${padding}`}
                />
              </span>
            )}
          </OptionFrame>
        </div>
        <span className="mt-1 flex max-sm:row-span-2 max-sm:flex-col">
          <Small
            label={`Move ${called} up`}
            by={-1}
            isOff={at === 0}
            onPress={() => props.onMove(-1)}
            icon={<ChevronUpIcon aria-hidden className="size-4" />}
          />
          <Small
            label={`Move ${called} down`}
            by={1}
            isOff={at === props.last}
            onPress={() => props.onMove(1)}
            icon={<ChevronDownIcon aria-hidden className="size-4" />}
          />
          <Small label={`Remove ${called}`} onPress={props.onRemove} icon={<XIcon aria-hidden className="size-4" />} />
        </span>
      </div>
      <div className="flex flex-wrap items-start gap-x-4 pl-7">
        <OptionBox {...{ path, row, at, onChange }} field="isDefault" label="Selected by default" />
        <More {...props} />
      </div>
    </li>
  );
}

/** Rarely used fields. Open if one has an error. */
function More(props: OptionFieldsProps) {
  const { path, at, row, kind, onChange } = props;
  const base = { path, row, at, onChange };
  const format = useMoneyFormat();
  const marks = Object.keys(props.markWords).filter((mark) => mark === row.soldOut);
  return (
    <Fold
      key={String(props.isWrong)}
      title={`More${summary(row)}`}
      open={props.isWrong}
      className="min-w-0 grow mt-1 [&>summary]:min-h-9 [&[open]]:basis-full"
    >
      <div className="grid items-start gap-4 pt-1 pb-3 sm:grid-cols-2">
        {props.priceOptions.map((other) => (
          <OptionFrame key={other.id} path={path} at={at} field={`prices.${other.id}`} label={`Price with ${other.label}`}>
            {(control) => (
              <input
                {...control}
                placeholder={row.price === "" ? fieldAmount(0, format) : row.price}
                value={row.prices[other.id] ?? ""}
                onChange={(event) => onChange({ ...row, prices: { ...row.prices, [other.id]: event.target.value } })}
                className={`${CONTROL_CLASS} figures`}
              />
            )}
          </OptionFrame>
        ))}
        <OptionFrame path={path} at={at} field="soldOut" label="Sold out">
          {(control) => (
            <select
              {...control}
              value={row.soldOut}
              onChange={(event) => onChange({ ...row, soldOut: event.target.value })}
              className={CONTROL_CLASS}
            >
              <option value={ON_SALE}>On sale</option>
              <option value={UNTIL_UNDONE}>Sold out indefinitely</option>
              <option value={props.todayEnds}>For today</option>
              {marks
                .filter((mark) => mark !== props.todayEnds)
                .map((mark) => (
                  <option key={mark} value={mark}>
                    {props.markWords[mark]}
                  </option>
                ))}
            </select>
          )}
        </OptionFrame>
        <OptionText {...base} field="kitchenName" label="Name on the kitchen ticket" hint="Leave empty to use the name." />
        {kind === "quantity" ? <OptionText {...base} field="defaultQuantity" label="Default quantity" isNumber /> : null}
        <OptionText {...base} field="calories" label="Calories" isNumber />
        <OptionText {...base} field="allergens" label="Allergens" hint="Such as: milk, nuts" />
        <OptionText {...base} field="dietaryTags" label="Dietary tags" hint="Such as: vegan, gluten-free" />
        <div>
          {props.hasFree ? <OptionBox {...base} field="countsTowardFree" label="Counts toward those included" /> : null}
          <OptionBox {...base} field="isHidden" label="Hidden from customers" />
        </div>
      </div>
    </Fold>
  );
}

interface OptionBoxProps {
  readonly path: string;
  readonly row: OptionRow;
  readonly at: number;
  readonly field: "isDefault" | "countsTowardFree" | "isHidden";
  readonly label: string;
  readonly onChange: (row: OptionRow) => void;
}

function OptionBox({ path, row, at, field, label, onChange }: OptionBoxProps) {
  return (
    <OptionFrame path={path} at={at} field={field} label={<span className="sr-only">{label}</span>}>
      {(control) => (
        <span className="inline-flex min-h-9 max-sm:min-h-11 items-center gap-2">
          <input
            {...control}
            type="checkbox"
            checked={row[field] === "on"}
            onChange={(event) => onChange({ ...row, [field]: event.target.checked ? "on" : "" })}
            className="size-5 accent-primary"
          />
          <span aria-hidden>{label}</span>
        </span>
      )}
    </OptionFrame>
  );
}

/** A summary of the fields under "More". */
function summary(row: OptionRow): string {
  const parts = [
    row.soldOut === ON_SALE ? null : "sold out",
    row.isHidden === "on" ? "hidden" : null,
    row.kitchenName.trim() === "" ? null : `kitchen: ${row.kitchenName.trim()}`,
    row.allergens.trim() === "" ? null : `contains ${row.allergens.trim()}`,
    row.dietaryTags.trim() === "" ? null : row.dietaryTags.trim(),
    row.calories.trim() === "" ? null : `${row.calories.trim()} kcal`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? "" : ` · ${parts.join(" · ")}`;
}

type TextField = "name" | "kitchenName" | "defaultQuantity" | "calories" | "allergens" | "dietaryTags";

interface OptionTextProps {
  readonly path: string;
  readonly row: OptionRow;
  readonly at: number;
  readonly field: TextField;
  readonly label: string;
  readonly hint?: string;
  readonly isNumber?: boolean;
  /** The label is for screen readers only. */
  readonly isBare?: boolean;
  readonly onChange: (row: OptionRow) => void;
}

function OptionText({ path, row, at, field, label, hint, isNumber = false, isBare = false, onChange }: OptionTextProps) {
  return (
    <OptionFrame path={path} at={at} field={field} label={isBare ? <span className="sr-only">{label}</span> : label} hint={hint}>
      {(control) => (
        <input
          {...control}
          inputMode={isNumber ? "numeric" : undefined}
          placeholder={isBare ? "Name" : undefined}
          value={row[field]}
          onChange={(event) => onChange({ ...row, [field]: event.target.value })}
          className={`${CONTROL_CLASS} ${isNumber ? "figures" : ""}`}
        />
      )}
    </OptionFrame>
  );
}

type OptionControl = { readonly id: string; readonly "aria-describedby": string | undefined; readonly "aria-invalid": true | undefined };

/** A field of an option. Its control has no name: the whole list is posted as one field. */
function OptionFrame({
  path,
  at,
  field,
  label,
  hint,
  children,
}: {
  readonly path: string;
  readonly at: number;
  readonly field: string;
  readonly label: ReactNode;
  readonly hint?: string | undefined;
  readonly children: (control: OptionControl) => ReactNode;
}) {
  return (
    <FieldFrame name={`${path}[${at}].${field}`} label={label} hint={hint}>
      {({ name: _name, ...control }) => children(control)}
    </FieldFrame>
  );
}

interface SmallProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onPress: () => void;
  readonly isOff?: boolean;
  readonly by?: -1 | 1;
}

function Small({ label, icon, onPress, isOff = false, by }: SmallProps) {
  return (
    <Button look="quiet" size="desk-icon" data-move={by} aria-label={label} title={label} aria-disabled={isOff} onClick={onPress}>
      {icon}
    </Button>
  );
}
