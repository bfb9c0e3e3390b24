import { Fold } from "#app/kit/fold.tsx";
import { SelectField, TextAreaField, TextField } from "#app/kit/forms/field.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { ACCEPT_MINUTES, acceptChoices } from "#app/orders/domain/counter/order-pace.ts";
import { CashGivenField } from "#app/orders/ui/staff/forms/cash-given-field.tsx";
import { owedWords } from "#app/orders/domain/handover-payment.ts";
import { MAX_ALLERGY_NOTE_LENGTH, MAX_INSTRUCTIONS_LENGTH, MAX_REASON_LENGTH } from "#app/values/limits.ts";
import { ChoiceChips } from "./choice-chips.tsx";
import { ADDRESS_FIELDS, withFulfillment, type EnteredDiscount, type EnteredOrder } from "./entered-order.ts";
import type { NewOrderPage, PricedDraft } from "./new-order-view.ts";

interface TermsPanelProps {
  readonly page: Pick<NewOrderPage, "canDeliver" | "mayDiscount" | "takesCards" | "first">;
  readonly order: EnteredOrder;
  readonly priced: PricedDraft | null;
  /** The fields' errors of the last attempt. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (changes: Partial<EnteredOrder>) => void;
  readonly onDay: (day: string) => void;
}

/** Fulfilment, time, address, notes for the kitchen, and payment. */
export function TermsPanel({ page, order, priced, errors, onChange, onDay }: TermsPanelProps) {
  const { fulfillment } = order;
  const isAddOn = page.first !== null;
  const format = useMoneyFormat();
  return (
    <div className="grid gap-4">
      {page.canDeliver && !isAddOn ? (
        <ChoiceChips
          legend="Pickup or delivery"
          choices={[
            { value: "pickup", label: "Pickup" },
            { value: "delivery", label: "Delivery" },
          ]}
          value={fulfillment}
          onChoose={(way) => onChange(withFulfillment(order, way))}
        />
      ) : null}
      {fulfillment === "delivery" && !isAddOn ? <AddressFields order={order} errors={errors} onChange={onChange} /> : null}
      {isAddOn ? null : <TimeFields order={order} priced={priced} onChange={onChange} onDay={onDay} />}
      <ChoiceChips
        legend="Payment"
        choices={[
          { value: "later", label: owedWords(order) },
          { value: "cash", label: "Cash now" },
          { value: "terminal", label: "Card terminal now" },
          ...(page.takesCards ? [{ value: "link", label: "Card link" } as const] : []),
        ]}
        hint={order.payment === "link" ? "The customer pays on a page. The order is accepted when it is paid." : ""}
        value={order.payment}
        onChoose={(payment) => onChange({ payment })}
      />
      {order.payment === "cash" && priced !== null ? (
        <CashGivenField total={priced.totals.finalTotal} format={format} typed={order.given} onType={(given) => onChange({ given })} />
      ) : null}
      {page.mayDiscount ? <DiscountFields order={order} onChange={onChange} /> : null}
      <Fold title="Note, allergies and discount code" open={order.instructions !== "" || order.allergyNote !== "" || order.codes !== ""}>
        <div className="mt-2 grid gap-3">
          <TextAreaField
            name="instructions"
            label="Note for the kitchen"
            optional
            rows={2}
            maxLength={MAX_INSTRUCTIONS_LENGTH}
            value={order.instructions}
            onChange={({ target: { value } }) => onChange({ instructions: value })}
          />
          <TextField
            name="allergy_note"
            label="Allergies"
            optional
            hint="For this order. Printed in red on the ticket."
            maxLength={MAX_ALLERGY_NOTE_LENGTH}
            value={order.allergyNote}
            onChange={({ target: { value } }) => onChange({ allergyNote: value })}
          />
          <TextField
            name="code"
            label="Discount code"
            optional
            autoComplete="off"
            value={order.codes}
            onChange={({ target: { value } }) => onChange({ codes: value })}
          />
          {priced?.notApplied.map((message) => (
            <ProblemNote key={message} blocks={false}>
              {message}
            </ProblemNote>
          ))}
        </div>
      </Fold>
    </div>
  );
}

/** A discount by staff, with the reason that the customer reads. */
function DiscountFields({ order: { discount }, onChange }: Pick<TermsPanelProps, "order" | "onChange">) {
  const change = (changes: Partial<EnteredDiscount>) => onChange({ discount: { ...discount, ...changes } });
  return (
    <div className="grid gap-3">
      <ChoiceChips
        legend="Discount"
        choices={[
          { value: "none", label: "None" },
          { value: "amount", label: "Amount" },
          { value: "percent", label: "Percentage" },
        ]}
        value={discount.kind}
        onChoose={(kind) => change(kind === "none" ? { kind, value: "", reason: "" } : { kind, value: "" })}
      />
      {discount.kind === "none" ? null : (
        <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
          <TextField
            name={discount.kind}
            label={discount.kind === "amount" ? "Amount off" : "Percentage off"}
            inputMode="decimal"
            autoComplete="off"
            value={discount.value}
            onChange={({ target: { value } }) => change({ value })}
          />
          <TextField
            name="reason"
            label="Reason"
            hint="The customer reads it."
            autoComplete="off"
            maxLength={MAX_REASON_LENGTH}
            value={discount.reason}
            onChange={({ target: { value } }) => change({ reason: value })}
          />
        </div>
      )}
    </div>
  );
}

type TimeFieldsProps = Pick<TermsPanelProps, "order" | "priced" | "onChange" | "onDay">;

function TimeFields({ order, priced, onChange, onDay }: TimeFieldsProps) {
  const { isLater } = order;
  const days = priced?.days ?? [];
  const firstFree = priced?.times.find(({ isFull }) => !isFull)?.at ?? "";
  return (
    <div className="grid gap-3">
      {days.length === 0 ? null : (
        <ChoiceChips
          legend="When"
          choices={[
            { value: "now", label: "As soon as possible" },
            { value: "later", label: "At a time" },
          ]}
          value={isLater ? "later" : "now"}
          onChoose={(when) => onChange({ isLater: when === "later", requestedFor: when === "now" ? "" : firstFree })}
        />
      )}
      {isLater ? (
        <SlotFields requestedFor={order.requestedFor} priced={priced} onTime={(requestedFor) => onChange({ requestedFor })} onDay={onDay} />
      ) : (
        <ReadyIn order={order} priced={priced} onChange={onChange} />
      )}
    </div>
  );
}

interface SlotFieldsProps {
  readonly requestedFor: string;
  readonly priced: Pick<PricedDraft, "days" | "day" | "times"> | null;
  readonly onTime: (requestedFor: string) => void;
  readonly onDay: (day: string) => void;
}

/** A time that the shop offers. */
export function SlotFields({ requestedFor, priced, onTime, onDay }: SlotFieldsProps) {
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
      <SelectField
        name="day"
        label="Day"
        value={priced?.day ?? ""}
        onChange={({ target: { value } }) => {
          onDay(value);
          onTime("");
        }}
      >
        {priced?.days.map(({ date, label }) => (
          <option key={date} value={date}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="requested_for"
        label="Time"
        value={priced?.times.some(({ at }) => at === requestedFor) === true ? requestedFor : ""}
        onChange={({ target: { value } }) => onTime(value)}
      >
        <option value="" disabled>
          Choose a time
        </option>
        {priced?.times.map(({ at, label, isFull }) => (
          <option key={at} value={at} disabled={isFull}>
            {isFull ? `${label} (full)` : label}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

const QUOTED = "quoted";

/** The quoted time, as customers see it, unless staff choose minutes. */
function ReadyIn({ order, priced, onChange }: Pick<TermsPanelProps, "order" | "priced" | "onChange">) {
  const minutes = priced === null ? ACCEPT_MINUTES : acceptChoices(priced.minutes);
  const asap = priced?.asap ?? null;
  return (
    <ChoiceChips<string | number>
      legend="Ready in minutes"
      hint={priced === null ? "" : `Suggested with the orders in the kitchen: ${priced.minutes} minutes.`}
      choices={[
        { value: QUOTED, label: asap === null ? "As quoted" : `As quoted: ${asap}` },
        ...minutes.map((value) => ({ value, label: `${value}`, unit: "minutes" })),
      ]}
      value={order.minutes ?? QUOTED}
      onChoose={(value) => onChange({ minutes: typeof value === "number" ? value : null })}
    />
  );
}

const ADDRESS_LABELS: Readonly<Record<(typeof ADDRESS_FIELDS)[number], string>> = {
  street: "Street and number",
  unit: "Unit",
  city: "City",
  province: "Province or state",
  postal_code: "Postal code",
};

interface AddressFieldsProps extends Pick<TermsPanelProps, "errors"> {
  readonly order: Pick<EnteredOrder, "address" | "keepsPostalCode">;
  readonly onChange: (changes: Partial<Pick<EnteredOrder, "address" | "keepsPostalCode">>) => void;
}

export function AddressFields({ order, errors, onChange }: AddressFieldsProps) {
  const { address } = order;
  return (
    <div role="group" aria-label="Address" className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
      {ADDRESS_FIELDS.map((name) => (
        <TextField
          key={name}
          name={name}
          label={ADDRESS_LABELS[name]}
          optional={name === "unit" || name === "province"}
          autoComplete="off"
          value={address[name]}
          onChange={({ target: { value } }) => onChange({ address: { ...address, [name]: value } })}
        />
      ))}
      {errors["postal_code"] === undefined && !order.keepsPostalCode ? null : (
        <label className="flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            checked={order.keepsPostalCode}
            onChange={({ target: { checked } }) => onChange({ keepsPostalCode: checked })}
            className="size-5 accent-primary"
          />
          The postal code is right
        </label>
      )}
    </div>
  );
}
