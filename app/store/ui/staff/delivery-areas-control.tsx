import { currencySign } from "#app/values/money.ts";
import { fieldAmount } from "#app/values/money/money-input.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { Trash2Icon } from "lucide-react";
import { CONTROL_CLASS, type ControlProps } from "#app/kit/forms/control.ts";
import { RemoveButton } from "#app/kit/remove-button.tsx";
import { NEW_AREA, readDeliveryAreas, type DeliveryArea } from "#app/store/domain/delivery/delivery-areas.ts";
import { MAX_DELIVERY_AREAS } from "#app/values/limits.ts";
import { JsonListControl } from "./json-list-control.tsx";

/** The fields of an area besides its name and codes: label, prefix, and the meaning of an empty field; null: none. */
const TERMS = [
  ["fee", "Fee", "currency", null],
  ["freeAbove", "Free from", "currency", "never"],
  ["minOrder", "Minimum order", "currency", "none"],
  ["minutes", "Minutes to the door", "", "as usual"],
] as const;

/** Delivery areas as JSON in one field. */
export function DeliveryAreasControl(control: ControlProps) {
  return (
    <JsonListControl control={control} read={readDeliveryAreas} blank={NEW_AREA} most={MAX_DELIVERY_AREAS} addLabel="Add an area" empty="">
      {({ value, ...item }) => <AreaFields area={value} {...item} />}
    </JsonListControl>
  );
}

interface AreaFieldsProps {
  readonly area: DeliveryArea;
  /** From 1. */
  readonly place: number;
  readonly onChange: (part: Partial<DeliveryArea>) => void;
  readonly onRemove: () => void;
}

function AreaFields({ area, place, onChange, onRemove }: AreaFieldsProps) {
  const format = useMoneyFormat();
  const currency = currencySign(format);
  const title = area.name || place;
  return (
    <fieldset className="grid gap-2 rounded border border-hairline p-3">
      <legend className="sr-only">Area {place}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        <AreaField label="Name" value={area.name} placeholder="Downtown" onChange={(name) => onChange({ name })} />
        <RemoveButton
          look="outline"
          className="size-10"
          label={`Remove area ${title}`}
          announcement={`Area ${title} is removed`}
          icon={Trash2Icon}
          onRemove={onRemove}
        />
      </div>
      <AreaField
        label="Postal codes that begin with"
        value={area.prefixes}
        placeholder="Separated by commas"
        onChange={(prefixes) => onChange({ prefixes })}
      />
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {TERMS.map(([key, label, sign, placeholder]) => (
          <AreaField
            key={key}
            label={sign === "" ? label : `${label}, ${currency}`}
            value={area[key]}
            placeholder={placeholder ?? fieldAmount(0, format)}
            isNumber
            onChange={(text) => onChange({ [key]: text })}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface AreaFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly isNumber?: boolean;
  readonly onChange: (value: string) => void;
}

function AreaField({ label, value, placeholder, isNumber = false, onChange }: AreaFieldProps) {
  return (
    <label className="grid content-end gap-0.5 text-xs font-semibold">
      {label}
      <input
        type="text"
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        {...(isNumber ? { inputMode: "decimal" } : {})}
        onChange={(event) => onChange(event.target.value)}
        className={`${CONTROL_CLASS} font-normal ${isNumber ? "figures" : ""}`}
      />
    </label>
  );
}
