import { formatShortMoney, type MoneyFormat } from "#app/values/money.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { CONTROL_CLASS, type ControlProps } from "#app/kit/forms/control.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import type { ActionKindWords } from "#app/promotions/domain/action-words.ts";
import { jsonOf } from "#app/values/json.ts";
import { JsonArea } from "./json-area.tsx";
import { KindFieldControl } from "./kind-field.tsx";

interface Action {
  readonly kind: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The action of a promotion: a kind in plain words with an example, and the fields that the kind describes. One field, stored as JSON. */
export function ActionControl({ kinds, ...control }: ControlProps & { readonly kinds: readonly ActionKindWords[] }) {
  const { id, name, value, onChange, ...aria } = control;
  const action = (jsonOf(value) ?? undefined) as Action | undefined;
  const kind = kinds.find((each) => each.code === action?.kind);
  const format = useMoneyFormat();
  if (!useIsClient() || action === undefined || kind === undefined) return <JsonArea {...control} />;
  const put = (next: Action) => onChange(JSON.stringify(next));
  return (
    <div className="grid gap-4">
      <input type="hidden" name={name} value={value} />
      <div className="grid gap-1">
        <select
          id={id}
          value={kind.code}
          onChange={(event) => {
            const next = kinds.find((each) => each.code === event.target.value);
            if (next !== undefined) put({ kind: next.code, params: firstParams(next, action.params) });
          }}
          className={CONTROL_CLASS}
          {...aria}
        >
          {kinds.map((each) => (
            <option key={each.code} value={each.code}>
              {each.label}
            </option>
          ))}
        </select>
        <p className="text-sm text-ink-2">For example: {exampleIn(kind.example, format)}.</p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2 [&>fieldset]:sm:col-span-2">
        {kind.fields.map((field) => (
          <KindFieldControl
            key={`${kind.code}-${field.name}`}
            field={field}
            value={action.params[field.name]}
            unit={action.params["unit"]}
            onChange={(next) => put({ ...action, params: { ...action.params, [field.name]: next } })}
          />
        ))}
      </div>
    </div>
  );
}

/** An example with its amounts in the shop's format: the digits stay, $5 is 500 in a currency without decimals. */
function exampleIn(example: string, format: MoneyFormat): string {
  return example.replaceAll(/\$(\d+(?:\.\d\d)?)/g, (_, amount: string) => formatShortMoney(Math.round(Number(amount) * 100), format));
}

/** The initial parameters of a new kind; parameters that both kinds share keep their values. */
function firstParams(kind: ActionKindWords, before: Action["params"]): Action["params"] {
  return Object.fromEntries(
    kind.fields.map((field) => [
      field.name,
      (field.input === "target" || field.input === "products") && before[field.name] !== undefined && before[field.name] !== null
        ? before[field.name]
        : field.initial,
    ]),
  );
}
