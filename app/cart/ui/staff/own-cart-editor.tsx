import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useId, type ComponentProps, type KeyboardEvent } from "react";
import type { OwnCart } from "#app/cart/domain/promotion-preview/own-cart.ts";
import type { CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import { Button } from "#app/kit/button.tsx";
import { announce } from "#app/kit/focus/announcer.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { useCall } from "#app/kit/hooks/use-call.ts";
import { HitCombobox } from "#app/kit/pickers/hit-combobox.tsx";
import { RemoveButton } from "#app/kit/remove-button.tsx";
import { NumberBox } from "#app/promotions/ui/staff/number-box.tsx";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";

/** Enter would submit the surrounding form. */
function withoutEnter(event: KeyboardEvent): void {
  if (event.key === "Enter") event.preventDefault();
}

type OwnLine = OwnCart["lines"][number];

interface OwnCartEditorProps {
  readonly cart: OwnCart;
  readonly onChange: (cart: OwnCart) => void;
  readonly onRemove: () => void;
}

/** An editor for one preview cart, outside the surrounding form. */
export function OwnCartEditor({ cart, onChange, onRemove }: OwnCartEditorProps) {
  const id = useId();
  return (
    <fieldset className="grid gap-4 rounded border border-hairline p-4">
      <legend className="px-1 text-sm font-semibold">{cart.name === "" ? "A cart of your own" : cart.name}</legend>
      <CartFields cart={cart} onChange={onChange} />
      {cart.lines.map((line, index) => (
        <LineEditor
          key={line.productId}
          line={line}
          onChange={(next) => onChange({ ...cart, lines: cart.lines.with(index, next) })}
          onRemove={() => onChange({ ...cart, lines: cart.lines.toSpliced(index, 1) })}
        />
      ))}
      <div className="grid gap-1 sm:w-1/2">
        <label htmlFor={`${id}-product`} className="text-sm">
          Add a product
        </label>
        <HitCombobox
          id={`${id}-product`}
          kind="product"
          taken={cart.lines.map(({ productId }) => String(productId))}
          placeholder="Search"
          onPick={(hit) => {
            announce(`${hit.label} is added`);
            onChange({ ...cart, lines: [...cart.lines, { productId: Number(hit.id), quantity: 1, options: [] }] });
          }}
        />
      </div>
      <Button
        look="quiet"
        size="desk"
        className="justify-self-start"
        data-act="remove-cart"
        onClick={() => {
          onRemove();
          announce(`${cart.name} is removed`);
        }}
      >
        Remove this cart
      </Button>
    </fieldset>
  );
}

function CartFields({ cart, onChange }: Pick<OwnCartEditorProps, "cart" | "onChange">) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <CartInput label="Name" value={cart.name} onValue={(name) => onChange({ ...cart, name })} />
      <label className="grid gap-1 text-sm">
        Pickup or delivery
        <select
          value={cart.fulfillment}
          onChange={(event) => onChange({ ...cart, fulfillment: event.target.value === "delivery" ? "delivery" : "pickup" })}
          className={CONTROL_CLASS}
        >
          <option value="pickup">Pickup</option>
          <option value="delivery">Delivery</option>
        </select>
      </label>
      <CartInput label="Another code" value={cart.code} onValue={(code) => onChange({ ...cart, code })} />
      <CartInput
        label="Ordered at (empty = while it runs)"
        type="datetime-local"
        value={cart.at}
        onValue={(at) => onChange({ ...cart, at })}
      />
      <CartInput label="Customer's email (optional)" type="email" value={cart.email} onValue={(email) => onChange({ ...cart, email })} />
      <CartInput
        label="Earlier orders of the customer"
        type="number"
        min={0}
        value={cart.earlierOrders}
        onValue={(text) => onChange({ ...cart, earlierOrders: Number(text) })}
      />
      <CartInput label="Tags of the customer (separated by commas)" value={cart.tags} onValue={(tags) => onChange({ ...cart, tags })} />
      <NumberBox
        label="Spent by the customer before"
        hint="In the days that the promotion counts."
        value={cart.spent}
        scale={100}
        sign="currency"
        onKeyDown={withoutEnter}
        onChange={(spent) => onChange({ ...cart, spent: typeof spent === "number" ? spent : 0 })}
      />
    </div>
  );
}

interface CartInputProps extends Pick<ComponentProps<"input">, "type" | "min" | "value"> {
  readonly label: string;
  readonly onValue: (value: string) => void;
}

function CartInput({ label, onValue, ...props }: CartInputProps) {
  return (
    <label className="grid gap-1 text-sm">
      {label}
      <input {...props} onKeyDown={withoutEnter} onChange={(event) => onValue(event.target.value)} className={CONTROL_CLASS} />
    </label>
  );
}

interface ProductAnswer {
  readonly product: { readonly id: number; readonly name: string; readonly groups: readonly CustomizationTemplate[] } | null;
}

function LineEditor({
  line,
  onChange,
  onRemove,
}: {
  readonly line: OwnLine;
  readonly onChange: (line: OwnLine) => void;
  readonly onRemove: () => void;
}) {
  const data = useCall<ProductAnswer>(`/admin/promotions/preview/product/${line.productId}`);
  const name = data === undefined ? "…" : (data.product?.name ?? "A product that is gone");
  return (
    <div role="group" aria-label={name} className="grid gap-3 border-t border-hairline pt-3">
      <div className="flex flex-wrap items-center gap-3">
        <input
          onKeyDown={withoutEnter}
          type="number"
          min={1}
          max={99}
          aria-label={`How many ${name}`}
          value={line.quantity}
          onChange={(event) => onChange({ ...line, quantity: Number(event.target.value) })}
          className={"control figures min-h-10 w-20 px-2"}
        />
        <span className="min-w-0 grow font-semibold">{name}</span>
        <RemoveButton label={`Remove ${name}`} announcement={`${name} removed`} onRemove={onRemove} />
      </div>
      {(data?.product?.groups ?? [])
        .filter(({ kind }) => kind !== "text")
        .map((group) => (
          <GroupFields key={group.id} group={group} options={line.options} onChange={(options) => onChange({ ...line, options })} />
        ))}
    </div>
  );
}

interface GroupFieldsProps {
  readonly group: CustomizationTemplate;
  readonly options: OwnLine["options"];
  readonly onChange: (options: OwnLine["options"]) => void;
}

/** A group's options as a list, checkboxes or numbers. */
function GroupFields({ group, options, onChange }: GroupFieldsProps) {
  const format = useMoneyFormat();
  const others = options.filter(({ templateId }) => templateId !== group.id);
  const groupOptions = options.filter(({ templateId }) => templateId === group.id);
  const shown = group.options.filter(({ hidden }) => !hidden);
  const setOption = (optionId: number, quantity: number) => {
    const rest = groupOptions.filter((each) => each.optionId !== optionId);
    onChange([...others, ...rest, ...(quantity > 0 ? [{ templateId: group.id, optionId, quantity }] : [])]);
  };
  if (group.kind === "single")
    return (
      <label className="grid gap-1 text-sm sm:w-1/2">
        {group.title}
        <select
          value={groupOptions[0]?.optionId ?? ""}
          onChange={({ target: { value } }) =>
            onChange([...others, ...(value === "" ? [] : [{ templateId: group.id, optionId: Number(value), quantity: 1 }])])
          }
          className={CONTROL_CLASS}
        >
          <option value="">None</option>
          {shown.map((option) => (
            <option key={option.id} value={option.id}>
              {optionText(option, format)}
            </option>
          ))}
        </select>
      </label>
    );
  return (
    <fieldset className="flex flex-wrap gap-x-5 text-sm">
      <legend>{group.title}</legend>
      {shown.map((option) => {
        const quantity = groupOptions.find(({ optionId }) => optionId === option.id)?.quantity ?? 0;
        return (
          <label key={option.id} className="inline-flex min-h-9 max-sm:min-h-11 items-center gap-2">
            <OptionInput isMany={group.kind === "multiple"} quantity={quantity} onQuantity={(next) => setOption(option.id, next)} />
            {optionText(option, format)}
          </label>
        );
      })}
    </fieldset>
  );
}

interface OptionInputProps {
  /** Several options may be chosen, each once. */
  readonly isMany: boolean;
  readonly quantity: number;
  readonly onQuantity: (quantity: number) => void;
}

function OptionInput({ isMany, quantity, onQuantity }: OptionInputProps) {
  if (isMany)
    return (
      <input
        onKeyDown={withoutEnter}
        type="checkbox"
        checked={quantity > 0}
        onChange={(event) => onQuantity(event.target.checked ? 1 : 0)}
        className="size-5 accent-primary"
      />
    );
  return (
    <input
      onKeyDown={withoutEnter}
      type="number"
      min={0}
      max={99}
      value={quantity}
      onChange={(event) => onQuantity(Number(event.target.value))}
      className={"control figures min-h-9 max-sm:min-h-11 w-18 px-2"}
    />
  );
}

function optionText({ name, priceDelta }: CustomizationTemplate["options"][number], format: MoneyFormat): string {
  return priceDelta === 0 ? name : `${name} ${priceDelta > 0 ? "+" : "−"}${formatMoney(Math.abs(priceDelta), format)}`;
}
