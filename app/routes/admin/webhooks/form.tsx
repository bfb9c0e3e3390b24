import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { data, href, Link, useNavigation } from "react-router";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext, type Services } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { loadRecordForm, saveRecordForm, type RecordFormDefinition } from "#app/http/staff/record-form.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { Button } from "#app/kit/button.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { ChoicesControl } from "#app/kit/forms/choices-control.tsx";
import { RecordControl, RecordSwitch, RecordText } from "#app/kit/record/record-fields.tsx";
import { RecordForm, RecordSection } from "#app/kit/record/record-form.tsx";
import { RecordHeader } from "#app/kit/record/record-header.tsx";
import { RecordHistory } from "#app/kit/record/record-history.tsx";
import { Status, type StatusTone } from "#app/kit/status.tsx";
import { listDeliveries } from "#app/orders/data/webhooks/deliveries.server.ts";
import { findWebhook, webhookStatus, type WebhookRecord } from "#app/orders/data/webhooks/webhooks.server.ts";
import { webhookForm } from "#app/orders/domain/webhooks/webhook.schema.ts";
import { OFF_AFTER_DAYS, WEBHOOK_EVENT_WORDS, WEBHOOK_EVENTS, webhookHost } from "#app/orders/domain/webhooks/webhook.ts";
import { openWebhookSecret, resendDeliveries, sendTestWebhook, webhookRecordsOf } from "#app/orders/workflows/webhooks/webhooks.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { isUuid } from "#app/values/ids.ts";
import { keysOf } from "#app/values/narrow.ts";
import { formatInstant } from "#app/values/clock/shop-clock.ts";
import type { Route } from "./+types/form";

const pathOf = (id: number) => href("/admin/webhooks/edit/:id", { id: String(id) });
const formOf = (services: Services): RecordFormDefinition<WebhookRecord> => ({
  store: webhookRecordsOf(services),
  schema: webhookForm,
  noun: "webhook",
  pathOf,
});
const BLANK: WebhookRecord = { url: "", events: WEBHOOK_EVENTS, isOn: true };
const SHOWN_DELIVERIES = 50;

export async function loader(args: Route.LoaderArgs) {
  const services = args.context.get(servicesContext);
  const { form, value, id, history } = await loadRecordForm(args, formOf(services), BLANK);
  if (id === null) return { id, name: "", form, history, facts: null };
  const { db, now } = services;
  const [webhook, deliveries, settings] = await Promise.all([
    findWebhook(db, id),
    listDeliveries(db, id, SHOWN_DELIVERIES),
    readSettings(db),
  ]);
  if (webhook === undefined) throw notFound(args.request);
  const clock = shopClock(settings);
  const words = (at: Date | null) => (at === null ? null : formatInstant(at, clock, now()));
  const facts = {
    status: webhookStatus(webhook),
    failingSince: words(webhook.failingSince),
    secret: openWebhookSecret(services.secrets, webhook.secret) ?? null,
    deliveries: deliveries.map(({ id: key, event, orderId, status, tries, lastError, createdAt }) => ({
      id: key,
      event,
      orderId,
      status,
      tries,
      lastError,
      at: words(createdAt) ?? "",
    })),
  };
  return { id, name: webhookHost(value.url), form, history, facts };
}

/** Saves, sends a test, or sends a delivery again. */
export async function action(args: Route.ActionArgs) {
  const services = args.context.get(servicesContext);
  const pressed = await args.request.clone().formData();
  const intent = pressed.get("intent");
  if (typeof intent !== "string") return saveRecordForm(args, formOf(services));
  const id = readId(args.request, args.params.id);
  if ((await findWebhook(services.db, id)) === undefined) throw notFound(args.request);
  if (intent === "test") {
    await sendTestWebhook(services, requireStaff(args.context), id);
    return redirectSaying(services, pathOf(id), { text: "A test is on its way. The log says how it went." });
  }
  const delivery = pressed.get("delivery");
  if (intent !== "again" || typeof delivery !== "string" || !isUuid(delivery))
    return data({ message: "Choose what to do." }, { status: 422 });
  const count = await resendDeliveries(services, requireStaff(args.context), id, [delivery]);
  return redirectSaying(services, pathOf(id), { text: count === 0 ? "It is on its way already." : "It is sent again." });
}

export { sendRecordForm as clientAction } from "#app/kit/record/send-record-form.ts";
export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

const EVENT_CHOICES = keysOf(WEBHOOK_EVENT_WORDS).map((event) => ({ value: event, label: WEBHOOK_EVENT_WORDS[event], text: event }));

export default function WebhookForm({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, form, history, facts } = loaderData;
  return (
    <>
      <RecordHeader id={id} name={name} noun="webhook" section={{ to: href("/admin/webhooks"), label: "Webhooks" }} />
      {facts === null ? null : <Health facts={facts} />}
      <RecordForm form={form} answer={actionData !== undefined && "kind" in actionData ? actionData : undefined}>
        <RecordSection title="Webhook">
          <RecordText name="url" label="Address" hint="Where the program listens: https on the public internet." />
          <RecordSwitch name="isOn" label="On" hint={`Switched off by itself after failing for ${OFF_AFTER_DAYS} days.`} />
        </RecordSection>
        <RecordSection title="What is sent">
          <RecordControl
            isGroup
            name="events"
            label="Events"
            hint="Only number and state are sent. The program reads the rest with an API token."
            show={(text) => text.split(",").join(", ")}
          >
            {({ required: _required, maxLength: _maxLength, ...control }) => <ChoicesControl {...control} choices={EVENT_CHOICES} />}
          </RecordControl>
        </RecordSection>
      </RecordForm>
      {facts === null ? null : <Deliveries facts={facts} />}
      <RecordHistory history={history} />
    </>
  );
}

type Facts = NonNullable<Route.ComponentProps["loaderData"]["facts"]>;

function troubleOf(status: Facts["status"], failingSince: string | null): string | null {
  switch (status) {
    case "given-up":
      return `Switched off, because nothing arrived for ${OFF_AFTER_DAYS} days. Fix the other program, then switch it on again.`;
    case "failing":
      return `Nothing has arrived since ${failingSince ?? "some time"}. It is tried again for about a day.`;
    default:
      return null;
  }
}

function Health({ facts: { status, failingSince, secret } }: { readonly facts: Facts }) {
  const trouble = troubleOf(status, failingSince);
  return (
    <div className="mb-6 grid max-w-3xl gap-2">
      {trouble === null ? null : <p className="rounded border border-saffron bg-saffron-tint p-3 font-semibold">{trouble}</p>}
      {secret === null ? (
        <p className="font-semibold text-beet">Its signing secret cannot be read any more. Delete this webhook and add it again.</p>
      ) : (
        <Fold title="Signing secret">
          <p className="mb-2 text-ink-2">
            Each message is signed as Standard Webhooks describes (webhook-id, webhook-timestamp, webhook-signature). The program checks it
            with this secret.
          </p>
          <input
            readOnly
            aria-label="Signing secret"
            value={secret}
            onFocus={(event) => event.target.select()}
            className="control min-h-11 w-full"
          />
        </Fold>
      )}
    </div>
  );
}

const DELIVERY_STATUS: Readonly<Record<Facts["deliveries"][number]["status"], readonly [StatusTone, string]>> = {
  waiting: ["wait", "Waiting"],
  delivered: ["on", "Delivered"],
  failed: ["bad", "Failed"],
};

function Deliveries({ facts: { deliveries } }: { readonly facts: Facts }) {
  const isBusy = useNavigation().state !== "idle";
  return (
    <section aria-labelledby="deliveries" className="mt-10 max-w-4xl">
      <div className="rule mb-3 flex flex-wrap items-center justify-between gap-2 pb-2">
        <h2 id="deliveries" className="text-lg">
          Deliveries of the last 30 days
        </h2>
        <PostForm>
          <Button type="submit" name="intent" value="test" look="outline" size="desk" disabled={isBusy}>
            Send a test
          </Button>
        </PostForm>
      </div>
      {deliveries.length === 0 ? <p className="text-ink-2">Nothing was sent yet.</p> : null}
      <ul className="divide-y divide-hairline">
        {deliveries.map((delivery) => (
          <li key={delivery.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-40">
              {delivery.orderId === null ? (
                delivery.event
              ) : (
                <Link to={href("/admin/orders/:id", { id: delivery.orderId })} className="text-primary underline underline-offset-2">
                  {delivery.event}
                </Link>
              )}
            </span>
            <span className="text-ink-2">{delivery.at}</span>
            <Status tone={DELIVERY_STATUS[delivery.status][0]}>{DELIVERY_STATUS[delivery.status][1]}</Status>
            {delivery.lastError === null ? null : (
              <span className="text-ink-2 wrap-anywhere">
                {delivery.lastError} {delivery.tries > 1 ? `Tried ${delivery.tries} times.` : ""}
              </span>
            )}
            {delivery.status === "waiting" ? null : (
              <PostForm className="ml-auto">
                <input type="hidden" name="delivery" value={delivery.id} />
                <Button
                  type="submit"
                  name="intent"
                  value="again"
                  look="outline"
                  size="desk"
                  disabled={isBusy}
                  aria-label={`Send again: ${delivery.event}, ${delivery.at}`}
                >
                  Send again
                </Button>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
