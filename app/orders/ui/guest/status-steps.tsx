import { CheckIcon, XIcon } from "lucide-react";
import type { ReactNode } from "react";
import * as texts from "#texts/orders/page/order-page.tsx";
import type { StepView } from "#app/orders/domain/order-steps.ts";

const LOOKS: Readonly<Record<StepView["state"], { readonly circle: string; readonly label: string; readonly mark: ReactNode }>> = {
  done: { circle: "border-primary bg-primary text-white", label: "", mark: <CheckIcon className="size-4" /> },
  end: { circle: "border-beet bg-beet text-white", label: "font-semibold", mark: <XIcon className="size-4" /> },
  current: {
    circle: "border-primary bg-surface",
    label: "font-semibold",
    mark: <span className="size-2.5 rounded-full bg-primary" />,
  },
  next: { circle: "border-hairline bg-surface", label: "text-muted", mark: null },
};

/** The history with times; the current step is named in text, not by colour alone. */
export function OrderSteps({ steps, isOver }: { readonly steps: readonly StepView[]; readonly isOver: boolean }) {
  return (
    <ol aria-label={texts.steps} className="grid">
      {steps.map((step, index) => (
        <li
          key={step.label}
          aria-current={step.state === "current" || step.state === "end" ? "step" : undefined}
          className="grid grid-cols-[28px_1fr_auto] items-start gap-x-3 pb-4 last:pb-0"
        >
          <span aria-hidden className="relative flex h-full justify-center">
            {index === steps.length - 1 ? null : (
              <span className={`absolute top-6 -bottom-4 w-0.5 ${step.state === "done" ? "bg-primary" : "bg-hairline"}`} />
            )}
            <span className={`z-10 grid size-6 place-items-center rounded-full border-2 ${LOOKS[step.state].circle}`}>
              {LOOKS[step.state].mark}
            </span>
          </span>
          <span className={LOOKS[step.state].label}>
            {step.label}
            {step.state === "current" && !isOver ? (
              <>
                {" "}
                <span className="font-normal whitespace-nowrap text-ink-2">{texts.currentStep}</span>
              </>
            ) : null}
            {step.state === "next" ? <span className="sr-only">{texts.stepToCome}</span> : null}
          </span>
          <span className="figures text-ink-2">{step.time}</span>
        </li>
      ))}
    </ol>
  );
}
