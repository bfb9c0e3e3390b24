import type { ComponentProps, ReactNode } from "react";
import type { ControlProps } from "./control.ts";

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly text?: string;
  /** The heading of its group. */
  readonly group?: string;
}

type ChoiceBoxesProps = Omit<ControlProps, "value" | "onChange"> & {
  readonly choices: readonly Choice[];
  /** The checkbox of a choice: controlled, or with a name for forms that work without JavaScript. */
  readonly boxOf: (value: string) => Omit<ComponentProps<"input">, "type" | "className">;
  /** Rendered below the choices. */
  readonly children?: ReactNode;
};

/** Checkboxes with descriptions. */
export function ChoiceBoxes({ id, name, choices, boxOf, children, ...aria }: ChoiceBoxesProps) {
  return (
    <div id={id} role="group" aria-labelledby={`label-${name}`} {...aria} tabIndex={-1} className="grid gap-2">
      {[...Map.groupBy(choices, ({ group }) => group)].map(([group, members]) => {
        const boxes = members.map((choice) => <ChoiceBox key={choice.value} choice={choice} box={boxOf(choice.value)} />);
        return group === undefined ? (
          boxes
        ) : (
          <fieldset key={group} className="grid gap-2 lg:grid-cols-2">
            <legend className="pt-2 pb-1 font-semibold">{group}</legend>
            {boxes}
          </fieldset>
        );
      })}
      {children}
    </div>
  );
}

interface ChoiceBoxProps {
  readonly choice: Choice;
  readonly box: ReturnType<ChoiceBoxesProps["boxOf"]>;
}

function ChoiceBox({ choice, box }: ChoiceBoxProps) {
  return (
    <label className="flex min-h-11 items-start gap-3 rounded border border-hairline p-3 has-checked:border-primary has-checked:bg-primary-tint">
      <input {...box} type="checkbox" aria-label={choice.label} className="mt-0.5 size-5 shrink-0 accent-primary" />
      <span>
        <span className="block font-semibold">{choice.label}</span>
        {choice.text === undefined ? null : <span className="block text-ink-2">{choice.text}</span>}
      </span>
    </label>
  );
}

type ChoicesControlProps = ControlProps & Pick<ChoiceBoxesProps, "choices" | "children">;

/** Checkboxes with descriptions, sent as one field. */
export function ChoicesControl({ value, onChange, choices, children, ...control }: ChoicesControlProps) {
  const chosen = value.split(",").filter((part) => part !== "");
  const change = (each: string, isChosen: boolean) =>
    onChange(
      choices
        .map((choice) => choice.value)
        .filter((choice) => (choice === each ? isChosen : chosen.includes(choice)))
        .join(","),
    );
  return (
    <ChoiceBoxes
      {...control}
      choices={choices}
      boxOf={(each) => ({ checked: chosen.includes(each), onChange: (event) => change(each, event.target.checked) })}
    >
      <input type="hidden" name={control.name} value={value} />
      {children}
    </ChoiceBoxes>
  );
}
