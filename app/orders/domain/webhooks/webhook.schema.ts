import { z } from "zod";
import { requiredLineField, switchField } from "#app/values/form-fields.schema.ts";
import { listFilter, listQuery } from "#app/values/list-query.schema.ts";
import { isWebhookEvent, WEBHOOK_EVENTS } from "./webhook.ts";

const eventsField = z.codec(z.string("Choose at least one event."), z.array(z.string()), {
  decode: (text, context) => {
    const names = [...new Set(text.split(",").filter((part) => part !== ""))];
    if (names.length > 0 && names.every(isWebhookEvent)) return WEBHOOK_EVENTS.filter((event) => names.includes(event));
    const message = names.length === 0 ? "Choose at least one event." : "Choose among the events of the list.";
    context.issues.push({ code: "custom", input: text, message });
    return z.NEVER;
  },
  encode: (events) => events.join(","),
});

/** The form of a webhook. */
export const webhookForm = z.object({
  url: requiredLineField("the address", 500).refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    "Enter an address such as https://example.com/shopbell.",
  ),
  events: eventsField,
  isOn: switchField,
});

/** Query of the list of webhooks. */
export const webhookList = listQuery(["url"], { status: listFilter("on", "off", "failing") });
export type WebhookListQuery = z.output<typeof webhookList>;
