import * as texts from "#texts/checkout/pay-button.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { LoaderCircleIcon } from "lucide-react";
import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import { Link } from "react-router";
import type { CartProblem } from "#app/cart/domain/cart.ts";
import { type Cents, formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { Button } from "#app/kit/button.tsx";
import { TEXT_BUTTON } from "#app/kit/text-button.ts";
import type { PlaceOrder } from "./use-place-order.ts";
import { useWaitStage } from "./use-wait-stage.ts";

interface PayBarProps {
  readonly total: Cents;
  readonly isPaidInPerson: boolean;
  /** The total is being recalculated. */
  readonly isPricing: boolean;
  /** No time is available. A problem names the next time, so there is no button. */
  readonly isShut: boolean;
  /** The shop is unreachable; changes are sent when the connection returns. */
  readonly isLost: boolean;
  /** Payment is not possible yet: the card form is still loading. */
  readonly isDisabled?: boolean;
  readonly order: Pick<PlaceOrder, "isWorking" | "notice" | "orderToken">;
  /** Problems that block the order: closed, below a minimum, sold out. */
  readonly problems: readonly CartProblem[];
  /** The response to a page without JavaScript. */
  readonly refusal: string | null;
  readonly telephone: string;
}

/** Blocking problems, the submit button with the amount, and help when it takes long. Sticky on phones. */
export function PayBar({ total, isPaidInPerson, isPricing, isLost, isShut, isDisabled, order, problems, refusal, telephone }: PayBarProps) {
  const format = useMoneyFormat();
  const { isWorking, notice, orderToken } = order;
  const stage = useWaitStage(isWorking);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice !== null && Object.keys(notice.errors).length === 0) box.current?.focus();
  }, [notice]);
  const notes = (
    <Notes ref={box} problems={problems} said={notice?.message ?? refusal} isDeclined={notice?.kind === "declined"} telephone={telephone} />
  );
  if (isShut) {
    return (
      <div className="grid gap-4">
        {notes}
        <p className="text-lg">
          {problems.some(({ code }) => code === "closed" || code === "paused") ? texts.cartStays : null}
          <CallUs text={texts.questions} telephone={telephone} />
        </p>
      </div>
    );
  }
  return (
    <>
      {notes}
      <div className="sticky bottom-(--edge) z-20 -mx-4 flex flex-col border-t border-hairline bg-canvas px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] lg:static lg:mx-0 lg:border-0 lg:p-0">
        <Button
          type="submit"
          name="intent"
          value="place"
          size="large"
          className="w-full"
          disabled={isDisabled}
          aria-disabled={isWorking || isPricing}
          aria-busy={isWorking}
        >
          {isWorking ? <LoaderCircleIcon aria-hidden className="size-5 animate-spin" /> : null}
          <span className="figures">{isWorking ? texts.working : payLabel(total, isPaidInPerson, format)}</span>
        </Button>
        {/* A live region elsewhere announces the new total (cart/ui/use-cart-announcements.ts). Above the button in a narrow window,
            because the button must not move while it is pressed. */}
        <p aria-hidden className="mt-2 text-center text-sm text-ink-2 empty:hidden max-lg:-order-1 max-lg:mt-0 max-lg:mb-2">
          {isPricing && !isLost ? texts.updatingTotal : null}
        </p>
        <p role="status" className="mt-2 text-center text-sm text-ink-2 empty:hidden">
          {isLost ? texts.cannotReachShop : null}
          {isLost || isPricing || stage === "short" ? null : texts.stillWorking}
        </p>
        {stage === "long" && orderToken !== null ? <StandLink orderToken={orderToken} /> : null}
      </div>
    </>
  );
}

function StandLink({ orderToken }: { readonly orderToken: string }) {
  return (
    <p className="mt-1 text-center text-sm">
      <Link
        to={`/payment-complete?order=${encodeURIComponent(orderToken)}`}
        className="font-semibold text-primary underline underline-offset-2"
      >
        {texts.seeOrder}
      </Link>
    </p>
  );
}

function payLabel(total: Cents, isPaidInPerson: boolean, format: MoneyFormat): string {
  if (total === 0) return texts.placeOrder;
  return (isPaidInPerson ? texts.placeOrderOf : texts.pay)(formatMoney(total, format));
}

/** An additional sentence with the phone number, if there is one. */
function CallUs({ text, telephone }: { readonly text: (telephone: ReactNode) => ReactNode; readonly telephone: string }) {
  if (telephone === "") return null;
  return (
    <>
      {" "}
      {text(
        <a
          href={`tel:${telephone.replace(/[^+\d]/g, "")}`}
          className="figures inline-block max-w-full wrap-anywhere underline underline-offset-2"
        >
          {telephone}
        </a>,
      )}
    </>
  );
}

interface NotesProps extends Pick<PayBarProps, "problems" | "telephone"> {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly said: string | null;
  readonly isDeclined: boolean;
}

function Notes({ ref, problems, said, isDeclined, telephone }: NotesProps) {
  return (
    <div className="grid gap-3 empty:hidden">
      {problems
        .filter((problem) => problem.message !== said)
        .map((problem) => (
          <ProblemNote key={`${problem.cartItemId}${problem.message}`} blocks={problem.blocks}>
            {problem.message}
          </ProblemNote>
        ))}
      {said === null ? null : (
        // The focus announces it; an alert would announce it twice.
        <div ref={ref} tabIndex={-1} className="rounded border-2 border-beet bg-surface p-4">
          <p className="font-semibold text-beet">{said}</p>
          {isDeclined ? (
            <p className="mt-1 text-ink-2">
              {texts.nothingCharged}
              <CallUs text={texts.callUsToo} telephone={telephone} />
            </p>
          ) : null}
        </div>
      )}
      {problems.some((problem) => problem.cartItemId !== null) ? (
        <p>
          <Link to="/cart" className={TEXT_BUTTON}>
            {texts.changeInCart}
          </Link>
        </p>
      ) : null}
    </div>
  );
}
