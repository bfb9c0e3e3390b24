import { Form, href } from "react-router";
import { Button } from "#app/kit/button.tsx";

/** In a shop with demo data: adds a day's orders, so that boards and charts have content. */
export function BusyDayOffer() {
  return (
    <section aria-labelledby="busy-day-title" className="ticket flex max-w-3xl flex-wrap items-center justify-between gap-3 p-4">
      <div className="min-w-60 flex-1">
        <h2 id="busy-day-title" className="text-lg">
          See the shop on a busy day
        </h2>
        <p className="text-ink-2">
          Adds example orders of today: finished ones, some in the kitchen, two that wait for you. They go with the demo.
        </p>
      </div>
      <Form method="post" action={href("/admin/setup")}>
        <Button type="submit" name="intent" value="busy-day" look="outline">
          Add example orders
        </Button>
      </Form>
    </section>
  );
}
