import { RepeatIcon, UserIcon } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { announce } from "#app/kit/focus/announcer.tsx";
import { TextField } from "#app/kit/forms/field.tsx";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { SectionTitle } from "#app/kit/section-title.tsx";
import { AllergyMark } from "#app/orders/ui/allergy-mark.tsx";
import type { OrderAgain } from "#app/orders/domain/usual-orders.ts";
import { counted } from "#texts/plural.ts";
import type { EnteredOrder } from "./entered-order.ts";
import type { CallingCustomer, CustomerPart, CustomersPart, FoundCustomer, UnreadPart } from "./new-order-view.ts";

const TYPING_MS = 150;
const FIELDS = [
  { name: "phone", label: "Phone", type: "tel", hint: "3 digits find a known customer." },
  { name: "name", label: "Name", type: "text" },
  { name: "email", label: "Email", type: "email", optional: true },
] as const;

interface CustomerPanelProps {
  readonly order: EnteredOrder;
  readonly onContact: (contact: EnteredOrder["contact"]) => void;
  readonly onCustomer: (customer: CallingCustomer | null) => void;
  readonly onAgain: (again: OrderAgain) => void;
}

/** Contacts, with a search for known customers while staff type; then the customer's data and usual order. */
export function CustomerPanel({ order, onContact, onCustomer, onAgain }: CustomerPanelProps) {
  const [typed, setTyped] = useState("");
  const phone = useRef<HTMLInputElement>(null);
  const { contact, customer } = order;
  // The caller's number is entered first.
  useEffect(() => {
    if (!(document.activeElement instanceof HTMLInputElement)) phone.current?.focus();
  }, []);
  return (
    <section aria-labelledby="customer-title" className="grid content-start gap-3">
      <SectionTitle id="customer-title" title="Customer" />
      <div className="grid items-start gap-3 sm:grid-cols-3 md:max-xl:grid-cols-1">
        {FIELDS.map((field) => (
          <TextField
            key={field.name}
            {...field}
            {...(field.name === "phone" ? { ref: phone } : {})}
            value={contact[field.name]}
            autoComplete="off"
            onChange={({ target: { value } }) => {
              setTyped(value);
              onContact({ ...contact, [field.name]: value });
            }}
          />
        ))}
      </div>
      {customer === null ? (
        <FoundCustomers typed={Object.values(contact).includes(typed) ? typed : ""} onCustomer={onCustomer} />
      ) : (
        <KnownCustomer
          customer={customer}
          onAgain={onAgain}
          onOther={() => {
            setTyped("");
            onCustomer(null);
            phone.current?.focus();
          }}
        />
      )}
    </section>
  );
}

/** Known customers that match the typed text. */
function FoundCustomers({ typed, onCustomer }: { readonly typed: string; readonly onCustomer: (customer: CallingCustomer) => void }) {
  const list = useFetcher<CustomersPart | UnreadPart>({ key: "find-customers" });
  const one = useFetcher<CustomerPart | UnreadPart>({ key: "read-customer" });
  const q = typed.trim();
  const ask = useEffectEvent(() => void list.load(`/admin/orders/new?${new URLSearchParams({ part: "customers", q })}`));
  useEffect(() => {
    if (q.length < 3) return;
    const timer = setTimeout(() => ask(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [q]);
  const answer = q.length >= 3 && list.data?.part === "customers" && list.data.q === q ? list.data : null;
  const found = answer?.customers ?? [];
  const spoken = answer === null ? "" : foundWords(found.length);
  const chosen = one.state === "idle" && one.data?.part === "customer" ? one.data.customer : null;
  const [picked, setPicked] = useState<number | null>(null);
  const tell = useEffectEvent((customer: CallingCustomer) => onCustomer(customer));
  useEffect(() => {
    if (chosen !== null && chosen.id === picked) tell(chosen);
  }, [chosen, picked]);
  return (
    <div className="grid gap-2 empty:hidden">
      <p role="status" className="sr-only">
        {spoken}
      </p>
      {found.length === 0 ? null : (
        <ul className="grid gap-1.5 sm:grid-cols-2">
          {found.map((customer) => (
            <li key={customer.id}>
              <FoundButton
                customer={customer}
                onPick={() => {
                  setPicked(customer.id);
                  void one.load(`/admin/orders/new?part=customer&id=${customer.id}`);
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function foundWords(count: number): string {
  return count === 0 ? "No known customer: a new one is entered." : `${counted(count, "known customer", "known customers")} found`;
}

function FoundButton({ customer, onPick }: { readonly customer: FoundCustomer; readonly onPick: () => void }) {
  return (
    <button
      type="button"
      onClick={onPick}
      className="choice flex min-h-11 w-full items-center gap-2 px-3 py-1.5 text-left hover:border-ink"
    >
      <UserIcon aria-hidden className="size-5 shrink-0 text-ink-2" />
      <span className="min-w-0 wrap-anywhere">
        <strong>{customer.name}</strong>{" "}
        <span className="text-sm text-ink-2">{[customer.phone, customer.email].filter((part) => part !== "").join(" · ")}</span>
      </span>
    </button>
  );
}

interface KnownCustomerProps {
  readonly customer: CallingCustomer;
  readonly onAgain: (again: OrderAgain) => void;
  readonly onOther: () => void;
}

function KnownCustomer({ customer, onAgain, onOther }: KnownCustomerProps) {
  const box = useRef<HTMLDivElement>(null);
  // The clicked button has been removed.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} aria-label={`Known customer: ${customer.name}`} role="group" className="grid gap-2">
      {customer.isBlocked ? (
        <ProblemNote blocks>
          {customer.name} is blocked{customer.blockedReason === "" ? "" : `: ${customer.blockedReason}`}. The shop refuses these orders; you
          decide.
        </ProblemNote>
      ) : null}
      <AllergyMark note={customer.allergies} />
      {customer.notes === "" ? null : <p className="border-l-4 border-saffron pl-2 font-semibold wrap-anywhere">{customer.notes}</p>}
      <div className="flex flex-wrap gap-2">
        {customer.usual.map((again) => (
          <Button
            key={again.kind}
            look={again.kind === "usual" ? "filled" : "outline"}
            className="h-auto min-h-13 max-w-full flex-wrap justify-start gap-y-0 py-1.5 text-left"
            onClick={() => {
              onAgain(again);
              announce(`${counted(again.lines.length, "line", "lines")} entered`);
            }}
          >
            <RepeatIcon aria-hidden className="size-5 shrink-0" />
            <span>{again.kind === "usual" ? `Usual order (${again.times} times)` : "Last order"}</span>
            <span className="min-w-0 text-sm font-normal wrap-anywhere">{linesText(again)}</span>
          </Button>
        ))}
        <Button look="quiet" onClick={onOther}>
          Another customer
        </Button>
      </div>
    </div>
  );
}

function linesText({ lines }: OrderAgain): string {
  return lines
    .map(
      ({ quantity, name, details, stepTexts }) =>
        `${stepTexts?.[quantity] ?? `${quantity} ×`} ${name}${details === "" ? "" : ` (${details})`}`,
    )
    .join(", ");
}
