import { Fact } from "#app/orders/ui/staff/fact.tsx";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useState } from "react";
import { Form } from "react-router";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { HitPicker } from "#app/kit/pickers/record-picker.tsx";
import { ordersSince } from "#app/orders/domain/customer-words.ts";
import { addressLine, type DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";
import { formatMoney } from "#app/values/money.ts";

/** The data of one customer in the confirmation. */
export interface MergeSide {
  readonly name: string;
  readonly contacts: readonly string[];
  readonly addresses: readonly DeliveryAddress[];
  readonly orderCount: number;
  readonly firstAt: Date | null;
  readonly spent: number;
  readonly tags: readonly string[];
  readonly allergies: string;
  readonly notes: string;
  readonly isBlocked: boolean;
}

export interface MergePreview {
  readonly otherId: number;
  readonly here: MergeSide;
  readonly other: MergeSide;
  /** Why they cannot be merged; null if they can. */
  readonly problem: string | null;
}

/** Chooses the other customer; the next page shows both. */
export function MergeChoice() {
  const [other, setOther] = useState("");
  return (
    <Fold title="Merge with another customer" look="title" className="mt-4 max-w-3xl">
      <p className="mb-3 text-ink-2">
        If one person ordered with different emails and phone numbers. You see both before anything changes.
      </p>
      <Form method="get" className="grid max-w-xl gap-3">
        <div className="grid gap-1">
          <label htmlFor="merge-customer" className="text-sm font-semibold">
            Customer
          </label>
          <HitPicker
            id="merge-customer"
            name="merge"
            kind="customer"
            value={other}
            onChange={setOther}
            aria-describedby={undefined}
            aria-invalid={undefined}
          />
        </div>
        <p>
          <Button type="submit" look="outline" size="desk">
            Compare
          </Button>
        </p>
      </Form>
    </Fold>
  );
}

/** Both customers, and which one remains. */
export function MergeConfirmation({ preview, back }: { readonly preview: MergePreview; readonly back: string }) {
  const { here, other, otherId, problem } = preview;
  const isBlocked = here.isBlocked || other.isBlocked;
  return (
    <section aria-labelledby="merge-title" className="mb-8 max-w-3xl rounded border border-harbour bg-harbour-tint p-4">
      <h2 id="merge-title" className="text-lg">
        Merge two customers
      </h2>
      <p className="my-2">
        One record stays, with its name. It gets the orders, contacts, notes, allergies and tags of both, and later orders with any of these
        contacts. {isBlocked ? "The merged customer is blocked, because one of them is. " : null}The next message offers Undo.
      </p>
      <PostForm className="grid gap-3">
        <input type="hidden" name="intent" value="merge" />
        <input type="hidden" name="other" value={otherId} />
        <div className="grid gap-3 sm:grid-cols-2">
          <Side side={here} value="this" />
          <Side side={other} value="other" />
        </div>
        {problem === null ? null : (
          <p role="alert" className="font-semibold text-beet">
            {problem}
          </p>
        )}
        <p className="flex flex-wrap gap-2">
          {problem === null ? (
            <Button type="submit" size="desk">
              Merge customers
            </Button>
          ) : null}
          <ButtonLink to={back} look="outline" size="desk">
            Keep both
          </ButtonLink>
        </p>
      </PostForm>
    </section>
  );
}

function Side({ side, value }: { readonly side: MergeSide; readonly value: "this" | "other" }) {
  const clock = useShopClock();
  const format = useMoneyFormat();
  const facts = {
    Contacts: side.contacts.join(", "),
    Addresses: side.addresses.map(addressLine).join("; "),
    Orders: ordersSince(side.orderCount, side.firstAt, clock),
    Spent: formatMoney(side.spent, format),
    Tags: side.tags.join(", "),
    Allergies: side.allergies,
    Notes: side.notes,
    Blocked: side.isBlocked ? "Yes" : "No",
  };
  return (
    <div className="min-w-0 rounded border border-hairline bg-surface p-3">
      <label className="flex min-h-11 items-center gap-2 font-semibold wrap-anywhere sm:min-h-8">
        <input type="radio" name="stays" value={value} defaultChecked={value === "this"} className="size-5 shrink-0 accent-primary" />
        {side.name} stays
      </label>
      <dl className="grid grid-cols-[5.5rem_1fr] gap-x-3 gap-y-1 text-sm">
        {Object.entries(facts).map(([label, value]) =>
          value === "" ? null : (
            <Fact key={label} label={label} isShort>
              {value}
            </Fact>
          ),
        )}
      </dl>
    </div>
  );
}
