import { encodeQR } from "qr";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { CheckIcon, MinusIcon } from "lucide-react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { href, Link, useNavigation } from "react-router";
import { countTestOrders } from "#app/checkout/workflows/open-shop.server.ts";
import { countProducts } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { findRun } from "#app/catalogue/data/import/import-runs.server.ts";
import { UNDOABLE_STATES } from "#app/catalogue/domain/import/import-run.ts";
import { STARTER_MENUS, type StarterMenu } from "#app/catalogue/domain/typed/starter-menus.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { Button } from "#app/kit/button.tsx";
import { giveFocus } from "#app/kit/focus/focus-target.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import { findFirstPlaced } from "#app/orders/data/figures/order-facts.server.ts";
import { findDemoFilling } from "#app/staff/data/history.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { closedBanner, openState } from "#app/store/domain/hours/opening-hours.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";
import { isSetupStep, stepsOf } from "#app/store/domain/setup-steps.ts";
import { taxRateOptions } from "#app/store/domain/tax-rates.ts";
import { stableHash } from "#app/values/stable-hash.ts";
import { readSettingsView } from "#app/routes/admin/site-settings/settings.server.ts";
import { DemoCard } from "./demo-card.tsx";
import { readDemoState } from "./demo-state.server.ts";
import { MenuStep } from "./menu-step.tsx";
import { SettingsStep } from "./settings-step.tsx";
import { handleSetupForm } from "./setup-actions.server.ts";
import { setupAnswer } from "./setup-answer.ts";
import { ShopPreview } from "./shop-preview.tsx";
import { LookNote, MailNote, OPENED_ID, OpenStep, PaymentNote, SkipForm, StaffStep, TestOrderStep } from "./small-steps.tsx";
import { readSetup, type SetupStep } from "./setup-state.server.ts";
import type { Route } from "./+types/index";

const PROGRESS_ID = "setup-progress";

/** Guides a new owner from an empty shop to an open one, one step at a time on one page. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, env, now } = services;
  const [settings, demo] = await Promise.all([readSettings(db), findDemoFilling(db)]);
  const [steps, view, firstOrder, products, testOrders] = await Promise.all([
    readSetup(services, settings, requireStaff(context).id),
    readSettingsView(services),
    findFirstPlaced(db, demo),
    countProducts(db),
    countTestOrders(db),
  ]);
  const hours = storeHours(settings);
  const wanted = url.searchParams.get("step");
  const isAnswered = stepsOf(settings.SETUP_DONE).includes("open");
  const demoState = await readDemoState(db, demo, products);
  const run = await findRun(db, Number(url.searchParams.get("run")) || 0);
  return {
    steps,
    current: isSetupStep(wanted) ? wanted : null,
    starter: starterOf(url.searchParams.get("starter")),
    run: run !== undefined && UNDOABLE_STATES.includes(run.state) ? { id: run.id, made: run.counts?.new ?? 0 } : null,
    view: { ...view, changes: [] },
    isStoreAnswered: steps.some(({ id, state }) => id === "store" && state === "done"),
    isSoon: settings.OPENING_SOON,
    asksWhoSees: !settings.OPENING_SOON && !isAnswered && demoState.kind !== "present" && firstOrder === null,
    demo: demoState,
    products,
    taxRates: taxRateOptions(settings),
    testOrders,
    publicUrl: env.publicUrl,
    /** Why an order for now is refused; null: the shop is open at this hour. */
    closed: closedBanner(openState(hours, now()), now(), hours),
    qr: encodeQR(env.publicUrl, "data-url", { border: 1 }),
    /** Another preview is loaded when anything it shows may be different. */
    shown: stableHash(JSON.stringify([view.texts, products, settings.OPENING_SOON])),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return handleSetupForm(request, context);
}

export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

function starterOf(name: string | null): StarterMenu | null {
  return name !== null && Object.hasOwn(STARTER_MENUS, name) ? (name as StarterMenu) : null;
}

/**
 * After a form, focuses the next step's heading, the result of opening the shop, or the progress. Opening a step keeps the focus on its
 * link.
 */
function useFocusOnStep(current: string | null, isSoon: boolean): void {
  const { formMethod } = useNavigation();
  const isPosted = useRef(false);
  useLayoutEffect(() => {
    if (!isPosted.current) return;
    const heading = document.querySelector(`#${CSS.escape(current ?? PROGRESS_ID)} > *`);
    giveFocus((current === "open" && !isSoon ? document.getElementById(OPENED_ID) : null) ?? heading);
  }, [current, isSoon]);
  // After the effect above, so that it still has the form whose response is rendered.
  useEffect(() => {
    isPosted.current = formMethod === "POST";
  });
}

export default function Setup({ loaderData, actionData }: Route.ComponentProps) {
  const { steps, current, isSoon, asksWhoSees, demo, shown } = loaderData;
  useFocusOnStep(current, isSoon);
  const left = steps.filter(({ state }) => state === "open").length;
  return (
    <>
      <PageHeader title="Set up your shop" />
      <div className="grid gap-8 min-[1200px]:grid-cols-[minmax(0,1fr)_390px]">
        <div className="grid min-w-0 content-start gap-5">
          <Progress total={steps.length} left={left} />
          <DemoCard demo={demo} answer={setupAnswer(actionData)} />
          {asksWhoSees ? <WhoSees /> : null}
          {isSoon ? (
            <p className="rounded border border-saffron bg-saffron-tint px-3 py-2">
              Visitors see “Opening soon”. Only staff can see the shop until you open it.
            </p>
          ) : null}
          <ol className="grid gap-3">
            {steps.map((step, index) => (
              <StepCard key={step.id} step={step} number={index + 1} isCurrent={step.id === current}>
                <StepBody id={step.id} loaderData={loaderData} actionData={actionData} />
              </StepCard>
            ))}
          </ol>
        </div>
        <ShopPreview shown={shown} />
      </div>
    </>
  );
}

function Progress({ total, left }: { readonly total: number; readonly left: number }) {
  const done = total - left;
  return (
    <div id={PROGRESS_ID}>
      <p className="figures font-semibold">
        {done} of {total} steps done
      </p>
      <div aria-hidden className="mt-2 h-2 overflow-hidden rounded-full bg-hairline">
        <div className="h-full bg-leaf" style={{ width: `${(done / total) * 100}%` }} />
      </div>
    </div>
  );
}

/** Requires a confirmation: a shop that takes orders without its owner's knowledge is as bad as one that is closed unnoticed. */
function WhoSees() {
  return (
    <PostForm aria-labelledby="who-sees" className="ticket grid gap-3 p-4">
      <h2 id="who-sees" className="text-lg">
        Who may see the shop while you set it up?
      </h2>
      <p className="max-w-[60ch] text-ink-2">
        Hide it, and visitors read “Opening soon” with your name and telephone until you open the shop. Staff see the real shop and can
        order.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="intent" value="hide">
          Only staff, until I open it
        </Button>
        <Button type="submit" name="intent" value="keep" look="outline">
          Everyone
        </Button>
      </div>
    </PostForm>
  );
}

interface StepCardProps {
  readonly step: SetupStep;
  readonly number: number;
  readonly isCurrent: boolean;
  readonly children: React.ReactNode;
}

const STATE_WORDS = { open: "", done: "Done", skipped: "Skipped" } as const;

function StepCard({ step: { id, label, hint, to, state }, number, isCurrent, children }: StepCardProps) {
  return (
    <li id={id} className={`rounded border bg-surface ${isCurrent ? "border-primary" : "border-hairline"}`}>
      <h2 className="text-base">
        <Link
          to={isCurrent ? href("/admin/setup") : to}
          preventScrollReset
          aria-expanded={id === "password" ? undefined : isCurrent}
          className="flex min-h-12 items-center gap-3 px-4 py-2 hover:bg-canvas"
        >
          <StepMark state={state} number={number} />
          <span className="grow font-semibold">{label}</span>
          <span className="text-sm font-normal text-ink-2">{STATE_WORDS[state]}</span>
        </Link>
      </h2>
      {isCurrent ? (
        <div className="border-t border-hairline px-4 pb-4">
          <p className="mt-3 text-ink-2">{hint}</p>
          {children}
        </div>
      ) : null}
    </li>
  );
}

function StepMark({ state, number }: { readonly state: SetupStep["state"]; readonly number: number }) {
  const look = state === "done" ? "border-leaf bg-leaf text-white" : "border-field text-ink-2";
  return (
    <span aria-hidden className={`figures grid size-7 shrink-0 place-items-center rounded-full border-2 text-sm font-semibold ${look}`}>
      {{ done: <CheckIcon className="size-4" />, skipped: <MinusIcon className="size-4" />, open: number }[state]}
    </span>
  );
}

type SetupData = Route.ComponentProps["loaderData"];
type SetupActionData = Route.ComponentProps["actionData"];

interface StepBodyProps {
  readonly id: SetupStep["id"];
  readonly loaderData: SetupData;
  readonly actionData: SetupActionData;
}

function StepBody({ id, loaderData, actionData }: StepBodyProps) {
  const { view, isStoreAnswered, publicUrl } = loaderData;
  const answer = setupAnswer(actionData);
  const settings = answer?.kind === "settings" ? answer.answer : undefined;
  switch (id) {
    case "store":
    case "hours":
    case "delivery":
      return <SettingsStep key={id} step={id} view={view} answer={settings} hasAnswers={isStoreAnswered} />;
    case "payment":
      return (
        <SettingsStep key={id} step={id} view={view} answer={settings} hasAnswers>
          <PaymentNote />
        </SettingsStep>
      );
    case "mail":
      return (
        <SettingsStep key={id} step={id} view={view} answer={settings} hasAnswers>
          <MailNote />
        </SettingsStep>
      );
    case "menu":
      return <MenuStep {...loaderData} answer={answer} />;
    case "look":
      return (
        <SettingsStep key={id} step={id} view={view} answer={settings} hasAnswers>
          <LookNote />
        </SettingsStep>
      );
    case "staff":
      return <StaffStep answer={answer} />;
    case "test-order":
      return (
        <>
          <TestOrderStep publicUrl={publicUrl} qr={loaderData.qr} closed={loaderData.closed} />
          <SkipForm step={id} />
        </>
      );
    case "open":
      return <OpenStep isSoon={loaderData.isSoon} steps={loaderData.steps} testOrders={loaderData.testOrders} />;
    case "password":
      return null;
  }
}
