import { Button } from "#app/kit/button.tsx";
import { Fold } from "#app/kit/fold.tsx";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";
import { stepsAnyway } from "./next-steps.ts";

interface StepsAnywayProps {
  readonly order: StaffOrder;
  readonly isDisabled: boolean;
}

/** Forward steps of a fully refunded order, which may be made as a gift. Inside the order's form. */
export function StepsAnyway({ order, isDisabled }: StepsAnywayProps) {
  const steps = stepsAnyway(order);
  if (steps.length === 0) return null;
  return (
    <Fold title="Make it all the same">
      <div className="flex flex-wrap gap-2 pb-1">
        {steps.map((step) => (
          <Button
            key={step.event}
            type="submit"
            name="intent"
            value={step.event}
            look="outline"
            className="grow px-3"
            disabled={isDisabled}
          >
            {step.label}
          </Button>
        ))}
      </div>
    </Fold>
  );
}
