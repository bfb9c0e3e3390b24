import { PlusIcon } from "lucide-react";
import { useContext, useEffect, useRef, useState } from "react";
import { blankOption, readOptionRows, type OptionRow } from "#app/catalogue/domain/customization/option-rows.ts";
import type { CustomizationKind } from "#app/catalogue/domain/customization/customization.ts";
import { Button } from "#app/kit/button.tsx";
import { announce } from "#app/kit/focus/announcer.tsx";
import type { ControlProps } from "#app/kit/forms/control.ts";
import { FieldErrorsContext } from "#app/kit/forms/field.tsx";
import { OptionFields } from "./option-fields.tsx";

interface OptionListProps {
  readonly id: string;
  /** The path of its fields in the form: their errors are at `options[2].price`. */
  readonly path: string;
  readonly rows: readonly OptionRow[];
  readonly onRows: (rows: readonly OptionRow[]) => void;
  readonly kind: CustomizationKind;
  /** Options of other templates that prices depend on, in order. */
  readonly priceOptions: readonly { readonly id: string; readonly label: string }[];
  /** Whether some units are included in the price, so that it matters which count. */
  readonly hasFree: boolean;
  /** The end of "sold out for today", ISO 8601, and the texts for a stored mark. */
  readonly todayEnds: string;
  readonly markWords: Readonly<Record<string, string>>;
}

type OptionsControlProps = ControlProps & Omit<OptionListProps, "path" | "rows" | "onRows">;

/** The options of a template as JSON in one field. */
export function OptionsControl({ name, value, onChange, ...list }: OptionsControlProps) {
  return (
    <>
      <input type="hidden" name={name} value={value} />
      <OptionList
        {...list}
        path={name}
        rows={readOptionRows(value)}
        onRows={(rows) => onChange(rows.length === 0 ? "" : JSON.stringify(rows))}
      />
    </>
  );
}

/** Options in order: added, removed, dragged or moved by buttons. */
export function OptionList({ id, path, rows, onRows: put, kind, ...more }: OptionListProps) {
  const area = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const focus = useRef<string | null>(null);
  const errors = useContext(FieldErrorsContext);
  useEffect(() => {
    if (focus.current === null) return;
    area.current?.querySelector<HTMLElement>(focus.current)?.focus();
    focus.current = null;
  });

  const move = (from: number, to: number) => {
    const row = rows[from];
    if (row === undefined || to < 0 || to >= rows.length || from === to) return;
    put(rows.toSpliced(from, 1).toSpliced(to, 0, row));
    announce(`${row.name} is now ${to + 1} of ${rows.length}`);
  };
  const change = (at: number, row: OptionRow) => {
    const isChosenAlone = kind === "single" && row.isDefault === "on" && rows[at]?.isDefault !== "on";
    put(
      rows.map((each, index) => {
        if (index === at) return row;
        return isChosenAlone ? { ...each, isDefault: "" } : each;
      }),
    );
  };
  const add = () => {
    const key = `new-${crypto.randomUUID()}`;
    focus.current = `[data-option="${key}"] input`;
    put([...rows, blankOption(key)]);
  };
  return (
    <div ref={area} id={id} tabIndex={-1} className="grid gap-2 outline-none">
      {rows.length === 0 ? null : (
        <ol className="border-y border-hairline">
          {rows.map((row, at) => (
            <OptionFields
              key={row.key}
              {...more}
              path={path}
              at={at}
              last={rows.length - 1}
              row={row}
              kind={kind}
              isWrong={Object.keys(errors).some((field) => field.startsWith(`${path}[${at}].`) && !/\.(?:name|price)$/.test(field))}
              isDragged={dragged === at}
              onChange={(next) => change(at, next)}
              onMove={(by) => {
                focus.current = `[data-option="${row.key}"] [data-move="${by}"]`;
                move(at, at + by);
              }}
              onRemove={() => {
                const next = rows[at + 1] ?? rows[at - 1];
                focus.current = next === undefined ? "[data-add]" : `[data-option="${next.key}"] input`;
                put(rows.toSpliced(at, 1));
                announce(`${row.name === "" ? "The option" : row.name} removed`);
              }}
              drag={{
                onDragStart: () => setDragged(at),
                onDragEnd: () => setDragged(null),
                onDragOver: (event) => {
                  if (dragged !== null) event.preventDefault();
                },
                onDrop: (event) => {
                  event.preventDefault();
                  if (dragged !== null) move(dragged, at);
                  setDragged(null);
                },
              }}
            />
          ))}
        </ol>
      )}
      <Button data-add look="outline" size="desk" className="justify-self-start" onClick={add}>
        <PlusIcon aria-hidden className="size-4" />
        Add option
      </Button>
    </div>
  );
}
