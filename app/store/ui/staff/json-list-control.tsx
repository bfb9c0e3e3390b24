import { PlusIcon } from "lucide-react";
import { Fragment, useRef, type ReactNode } from "react";
import { Button } from "#app/kit/button.tsx";
import { useFocusAfter } from "#app/kit/focus/use-focus-after.ts";
import type { ControlProps } from "#app/kit/forms/control.ts";
import { HoursTextControl } from "./hours/hours-text-control.tsx";

interface Item<Value> {
  readonly value: Value;
  /** From 1. */
  readonly place: number;
  readonly onChange: (part: Partial<Value>) => void;
  readonly onRemove: () => void;
}

interface JsonListControlProps<Value extends object> {
  readonly control: ControlProps;
  /** undefined: the text is not such a list and is edited as text. */
  readonly read: (text: string) => readonly Value[] | undefined;
  readonly blank: Value;
  readonly most: number;
  readonly addLabel: string;
  /** The text of an empty list. */
  readonly empty?: string;
  readonly children: (item: Item<Value>) => ReactNode;
}

/** A list stored as JSON in one field. */
export function JsonListControl<Value extends object>(props: JsonListControlProps<Value>) {
  const { control, read, blank, most, addLabel, empty = "[]", children } = props;
  const { id, name, value, onChange, ...aria } = control;
  const area = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  const items = read(value);
  if (items === undefined) return <HoursTextControl {...control} />;
  const save = (next: readonly Value[]) => onChange(next.length === 0 ? empty : JSON.stringify(next));
  const add = () => {
    // The hidden field is before the items.
    focusAfter(() => area.current?.children[items.length + 1]?.querySelector("input"));
    save([...items, blank]);
  };
  return (
    <div ref={area} className="grid gap-3">
      <input type="hidden" name={name} value={value} />
      {items.map((item, index) => (
        // An item is identified only by its position.
        <Fragment key={index}>
          {children({
            value: item,
            place: index + 1,
            onChange: (part) => save(items.map((each, at) => (at === index ? { ...each, ...part } : each))),
            onRemove: () => save(items.toSpliced(index, 1)),
          })}
        </Fragment>
      ))}
      {items.length >= most ? null : (
        <Button id={id} look="outline" size="desk" className="min-h-10 justify-self-start" onClick={add} {...aria}>
          <PlusIcon aria-hidden className="size-4" /> {addLabel}
        </Button>
      )}
    </div>
  );
}
