import * as texts from "#texts/cart/added.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { XIcon } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { formatMoney } from "#app/values/money.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import type { AddedLine } from "#app/cart/ui/cart-answer.ts";
import { LinePicture } from "#app/cart/ui/lines/line-picture.tsx";

/** A second click on the add button must not hit the new panel below it. */
const ARMED_AFTER_MS = 700;
/** Long enough to read; hovering or focusing keeps it open. */
const SHOWN_MS = 6000;

interface AddedPanelProps {
  readonly line: AddedLine;
  readonly onClose: () => void;
}

/** The panel below the cart icon on wide screens after adding. Loaded on first use; remounted each time. */
export function AddedPanel({ line, onClose }: AddedPanelProps) {
  const [isHeld, setHeld] = useState(false);
  const [isArmed, setArmed] = useState(false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), ARMED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => close(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only stays open while pointed at; Close does the same as Escape
    <section
      aria-label={texts.addedToCart}
      className={`ticket absolute top-14 right-0 z-50 hidden w-80 p-4 shadow-float lg:block ${isArmed ? "" : "pointer-events-none"}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <div className="flex items-center justify-between">
        <p className="font-semibold">{texts.inYourCart}</p>
        <button
          type="button"
          aria-label={texts.close}
          className="-my-2 -mr-3 grid size-11 place-items-center rounded hover:bg-canvas"
          onClick={onClose}
        >
          <XIcon aria-hidden className="size-5" />
        </button>
      </div>
      <AddedItem line={line} />
      <div className="cut mt-4 grid grid-cols-2 gap-2 pt-4">
        <ButtonLink to="/cart" look="outline">
          {texts.viewCart}
        </ButtonLink>
        <ButtonLink to="/checkout" reloadDocument>
          {texts.checkout}
        </ButtonLink>
      </div>
    </section>
  );
}

function AddedItem({ line }: Pick<AddedPanelProps, "line">) {
  const format = useMoneyFormat();
  return (
    <div className="mt-2 grid grid-cols-[64px_1fr] gap-3">
      <LinePicture name={line.name} url={line.imageUrl} />
      <div className="min-w-0">
        <div className="flex items-baseline gap-2">
          <span className="font-semibold">
            {line.quantity} × {line.name}
          </span>
          <span aria-hidden className="leader" />
          <span className="figures">{formatMoney(line.unitPrice * line.quantity, format)}</span>
        </div>
        {line.options.length === 0 ? null : <p className="truncate text-sm text-ink-2">{line.options.join(", ")}</p>}
      </div>
    </div>
  );
}
