import { ChoiceChips } from "#app/checkout/ui/staff/choice-chips.tsx";
import { Button } from "#app/kit/button.tsx";
import { RetryNote } from "#app/checkout/ui/staff/retry-note.tsx";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import type { StaffOrderDetail } from "#app/orders/ui/staff/detail/staff-order-detail.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { feeLegend, type ChangeView } from "./change-view.ts";
import type { useChange } from "./use-change.ts";

interface ChangePreviewProps {
  readonly order: StaffOrderDetail;
  readonly entry: ReturnType<typeof useChange>;
}

/** Old and new total, and the effect on the payment. */
export function ChangePreview({ order, entry }: ChangePreviewProps) {
  const format = useMoneyFormat();
  const { notice, noticed, preview, problem, isPreviewing, isSaving } = entry;
  return (
    <div className="grid gap-3 rounded border border-hairline bg-canvas p-4 lg:sticky lg:top-20">
      <h3 className="text-lg">What this does</h3>
      <div ref={noticed} tabIndex={-1} className="empty:hidden">
        {notice === "" ? null : <ProblemNote blocks>{notice}</ProblemNote>}
      </div>
      {preview === null && problem === "" ? <p className="text-ink-2">{isPreviewing ? "One moment…" : "Nothing is changed yet."}</p> : null}
      <RetryNote problem={problem} label="Try again" onRetry={entry.previewAgain} />
      {preview?.feeChoice ? (
        <FeeChoice fee={preview.feeChoice} isWaived={entry.draft.isFeeWaived} onChoose={(isFeeWaived) => entry.change({ isFeeWaived })} />
      ) : null}
      {preview === null ? null : <Consequences preview={preview} number={order.number} />}
      <Button size="large" disabled={preview === null || problem !== "" || isPreviewing || isSaving} onClick={entry.save}>
        {isSaving ? "One moment…" : saveLabel(preview, format)}
      </Button>
    </div>
  );
}

function saveLabel(preview: ChangeView | null, format: MoneyFormat): string {
  if (preview === null) return "Save change";
  if (preview.addOn === null) return `Save · ${formatMoney(preview.after, format)}`;
  return preview.isInPlace ? "Save, then enter the addition" : "Enter the addition";
}

function Consequences({ preview, number }: { readonly preview: ChangeView; readonly number: string }) {
  const format = useMoneyFormat();
  const { before, after, changes, money, notes, addOn, isInPlace } = preview;
  return (
    <>
      <p className="font-semibold wrap-anywhere">{changes.join(", ")}</p>
      <dl className="grid gap-1">
        <Row label="Total now" amount={formatMoney(before, format)} />
        <Row label={addOn === null ? "New total" : `${number} after it`} amount={formatMoney(after, format)} isMain={addOn === null} />
        {addOn === null ? null : <Row label="Added order" amount={formatMoney(addOn.total, format)} />}
        {addOn === null || addOn.difference !== "" ? null : (
          <Row label="The customer pays more in all" amount={formatMoney(after + addOn.total - before, format)} isMain />
        )}
      </dl>
      {addOn === null || addOn.difference === "" ? null : <p className="border-t-2 border-ink pt-1 font-semibold">{addOn.difference}</p>}
      {money === "" ? null : <p>{money}</p>}
      {addOn === null ? null : (
        <p>
          The payment does not cover what is added, so {addOn.names.join(", ")} {addOn.names.length === 1 ? "becomes" : "become"} an order
          of its own that goes with {number}. {isInPlace ? "First the change is saved, then" : "Next"} you choose how it is paid.
        </p>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </>
  );
}

interface FeeChoiceProps {
  readonly fee: NonNullable<ChangeView["feeChoice"]>;
  readonly isWaived: boolean;
  readonly onChoose: (isWaived: boolean) => void;
}

/** Stays visible while the preview of the other choice loads. */
function FeeChoice({ fee, isWaived, onChoose }: FeeChoiceProps) {
  const format = useMoneyFormat();
  return (
    <ChoiceChips
      legend={feeLegend(fee, format)}
      choices={[
        { value: "charge", label: "Charge the difference" },
        { value: "waive", label: "Waive it" },
      ]}
      value={isWaived ? "waive" : "charge"}
      onChoose={(choice) => onChoose(choice === "waive")}
    />
  );
}

function Row({ label, amount, isMain = false }: { readonly label: string; readonly amount: string; readonly isMain?: boolean }) {
  return (
    <div className={`flex items-baseline justify-between gap-3 ${isMain ? "border-t-2 border-ink pt-1 font-semibold" : ""}`}>
      <dt>{label}</dt>
      <dd className="figures">{amount}</dd>
    </div>
  );
}
