import { data, redirect } from "react-router";
import { startUndoOfRuns } from "#app/catalogue/workflows/import/undo-runs.server.ts";
import { importTypedMenu } from "#app/catalogue/workflows/import/import-typed-menu.server.ts";
import { addBusyDay } from "#app/checkout/workflows/busy-day.server.ts";
import { openShop, type TestOrderCounts } from "#app/checkout/workflows/open-shop.server.ts";
import { removeDemo } from "#app/checkout/workflows/remove-demo.server.ts";
import { isConfirmed } from "#app/http/staff/confirmation.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { mailPasswordLink, passwordLinkUrl } from "#app/http/staff/password-mail.server.tsx";
import { servicesContext, type Services } from "#app/http/context.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { staffActor } from "#app/orders/domain/changes/order-permissions.ts";
import { readMailState } from "#app/mail/workflows/read-mail-state.server.ts";
import { userRecords } from "#app/staff/data/user-records.server.ts";
import { userForm } from "#app/staff/domain/user.schema.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { saveRecord } from "#app/staff/workflows/change-records.server.ts";
import { makePasswordLink, type PasswordLink } from "#app/staff/workflows/password-links.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { ASKED_SETTINGS, isSetupStep, STEP_SETTINGS, type SetupStepId } from "#app/store/domain/setup-steps.ts";
import { moneyFormat, type SettingKey, SETTINGS } from "#app/store/domain/settings.ts";
import { taxRateOptions } from "#app/store/domain/tax-rates.ts";
import { parseSetting } from "#app/store/domain/settings.schema.ts";
import { noteStep, setOpeningSoon } from "#app/store/workflows/setup.server.ts";
import type { SettingsAnswer } from "#app/store/ui/staff/settings-view.ts";
import type { MoneyFormat } from "#app/values/money.ts";
import { keysOf, textOf } from "#app/values/narrow.ts";
import { counted } from "#texts/plural.ts";
import { handleSettingsForm } from "#app/routes/admin/site-settings/settings.server.ts";
import { givePictures } from "./give-pictures.server.ts";
import { DEMO_WORD, type SetupAnswer } from "./setup-answer.ts";
import { readSetup } from "./setup-state.server.ts";
import type { Route } from "./+types/index";

/** Buttons inside the settings forms that save no settings. */
const QUESTIONS = ["test", "webhook", "mail"];

/** The forms of the setup, by `intent`; without one it is a settings form. */
export async function handleSetupForm(request: Request, context: Route.ActionArgs["context"]) {
  const services = context.get(servicesContext);
  const user = requireStaff(context);
  const actor = { userId: user.id, userName: user.name };
  const form = await request.clone().formData();
  const step = form.get("step");
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  switch (text("intent")) {
    case "":
      // The settings buttons that test a connection or send a test email read their response unchanged.
      if (QUESTIONS.some((name) => form.has(name))) return handleSettingsForm(request, context);
      return isSetupStep(step) ? saveStep(request, context, step, form) : refuse("Choose a step.", 422);
    case "skip":
      if (!isSetupStep(step)) return refuse("Choose a step.", 422);
      await noteStep(services, step, "skipped");
      return toNextStep(services, user, step);
    case "hide":
      await setOpeningSoon(services, true, actor);
      return toNextStep(services, user, null, "Visitors see “Opening soon” until you open the shop.");
    case "keep":
      await noteStep(services, "open", "done");
      return toNextStep(services, user, null);
    case "open":
      return redirectSaying(services, "/admin/setup?step=open", {
        text: openedWords(await openShop(services, staffActor(user))),
      });
    case "remove-demo":
      return removeDemoContent(services, user, text("confirm"), text("seal"));
    case "busy-day":
      return redirectSaying(services, "/admin", { text: busyDayWords(await addBusyDay(services, actor)) });
    case "menu":
      return addMenu(services, user, text("menu"), text("taxClass"));
    case "undo-menu":
      return undoMenu(services, user, Number(text("run")));
    case "pictures":
      return givePictures(services, user, text("pictures"));
    case "invite":
      return invite(services, request, user, form);
    default:
      return refuse("Choose what to do.", 422);
  }
}

function busyDayWords(added: Awaited<ReturnType<typeof addBusyDay>>): string {
  if (!added.ok) return added.error;
  const { orders, waiting } = added.value;
  return `${counted(orders, "example order was", "example orders were")} added. ${counted(waiting, "waits", "wait")} for your answer.`;
}

function openedWords({ removed, busy }: TestOrderCounts): string {
  return [
    "The shop is open.",
    ...(removed === 0 ? [] : [`${counted(removed, "test order was", "test orders were")} removed.`]),
    ...(busy === 0 ? [] : [`The payment of ${counted(busy, "test order", "test orders")} could not be ended yet. Try again in a minute.`]),
  ].join(" ");
}

function refuse(message: string, status: number, typed: Readonly<Record<string, string>> = {}, field: string | null = null) {
  const answer: SetupAnswer = { kind: "refused", message, typed, field };
  return data(answer, { status });
}

/** The step after `step` that is still open, or the overview. */
async function toNextStep(services: Services, user: StaffUser, step: SetupStepId | null, text?: string): Promise<Response> {
  const steps = await readSetup(services, await readSettings(services.db), user.id);
  const from = steps.findIndex(({ id }) => id === step) + 1;
  const next = [...steps.slice(from), ...steps.slice(0, from)].find(({ id, state }) => state === "open" && id !== "password");
  const to = next === undefined ? "/admin/setup" : next.to;
  return text === undefined ? redirect(to) : redirectSaying(services, to, { text });
}

async function saveStep(request: Request, context: Route.ActionArgs["context"], step: SetupStepId, form: FormData) {
  const services = context.get(servicesContext);
  const user = requireStaff(context);
  const keys = STEP_SETTINGS[step] ?? [];
  const typed = Object.fromEntries(
    keys.flatMap((key) => {
      const value = form.getAll(key).at(-1);
      return typeof value === "string" ? [[key, value]] : [];
    }),
  ) as Partial<Record<SettingKey, string>>;
  const missing = missingAnswers(step, typed);
  if (Object.keys(missing).length > 0) {
    const errors = { ...wrongAnswers(typed, moneyFormat(await readSettings(services.db))), ...missing };
    const answer: SettingsAnswer = { kind: "invalid", message: "Nothing is saved yet.", errors, texts: typed };
    return data({ kind: "settings", answer } satisfies SetupAnswer, { status: 422 });
  }
  const { data: answer, init } = await handleSettingsForm(request, context);
  if (answer.kind !== "saved") return data({ kind: "settings", answer } satisfies SetupAnswer, init ?? undefined);
  await noteStep(services, step, "done");
  return toNextStep(services, user, step);
}

/** Invalid input, so that it is reported together with missing input. */
function wrongAnswers(typed: Readonly<Partial<Record<SettingKey, string>>>, format: MoneyFormat): Partial<Record<SettingKey, string>> {
  const errors: Partial<Record<SettingKey, string>> = {};
  for (const key of keysOf(typed)) {
    const parsed = parseSetting(key, typed[key], format);
    if (!parsed.ok) errors[key] = parsed.error;
  }
  return errors;
}

/** Fields whose default the owner has to confirm: the name, the tax, the time zone, the hours. */
function missingAnswers(step: SetupStepId, typed: Readonly<Partial<Record<SettingKey, string>>>): Partial<Record<SettingKey, string>> {
  const errors: Partial<Record<SettingKey, string>> = {};
  for (const key of ASKED_SETTINGS) {
    if (STEP_SETTINGS[step]?.includes(key) !== true || typed[key]?.trim() !== "") continue;
    errors[key] =
      key === "TAX_RATE" ? "Enter the tax rate. Enter 0 if you charge no tax." : `Enter the ${SETTINGS[key].label.toLowerCase()}.`;
  }
  if (step !== "hours") return errors;
  const { STORE_OPEN_TIME: opens = "", STORE_CLOSING_TIME: closes = "", OPENING_HOURS: weekly = "" } = typed;
  if (weekly === "" && opens === "") errors.STORE_OPEN_TIME = "Enter when you open. Skip this step if you never close.";
  if (weekly === "" && closes === "") errors.STORE_CLOSING_TIME = "Enter when you close.";
  return errors;
}

const RATE_GONE = "The shop does not have this tax rate any more. Choose the tax rate of these products, then add them.";

/** `tax` "": the form had no such field, because the shop has only the standard rates. */
async function addMenu(services: Services, user: StaffUser, text: string, tax: string) {
  const settings = await readSettings(services.db);
  const format = moneyFormat(settings);
  const taxClass = tax === "" ? "standard" : tax;
  const typed = { menu: text, taxClass };
  if (!taxRateOptions(settings).some(({ value }) => value === taxClass)) return refuse(RATE_GONE, 422, typed, "taxClass");
  const { db, media, env, now } = services;
  const actor = { userId: user.id, userName: user.name };
  const added = await importTypedMenu({ db, media, publicUrl: env.publicUrl, now }, text, actor, { format, taxClass });
  if (!added.ok) return refuse(added.error, 422, typed);
  const { runId, menu, report } = added.value;
  const { new: made, changed } = report.products;
  const summary = [
    ...(made === 0 ? [] : [`${counted(made, "product", "products")} added.`]),
    ...(changed === 0 ? [] : [`${counted(changed, "product", "products")} changed.`]),
    ...(made + changed === 0 ? [`All ${menu.products.length} products are in the shop already.`] : []),
  ].join(" ");
  return redirectSaying(services, `/admin/setup?step=menu${made + changed === 0 ? "" : `&run=${runId}`}`, { text: summary });
}

async function removeDemoContent(services: Services, user: StaffUser, confirm: string, seal: string) {
  const typed = { confirm };
  if (confirm.trim().toUpperCase() !== DEMO_WORD) return refuse(`Type ${DEMO_WORD} to confirm. Nothing was removed.`, 422, typed);
  const removed = await removeDemo(services, { userId: user.id, userName: user.name }, seal);
  if (!removed.ok) return refuse(removed.error, 422, typed);
  return redirectSaying(services, "/admin/setup?step=menu", { text: "The demo content is removed. Now add your own menu." });
}

async function undoMenu(services: Services, user: StaffUser, runId: number) {
  if (!Number.isSafeInteger(runId) || runId < 1) return refuse("There is nothing to undo.", 422);
  const begun = await startUndoOfRuns(services, [runId], { userId: user.id, userName: user.name });
  if ("busy" in begun) return refuse("This menu is being worked on. Wait a moment.", 422);
  if (begun.started === 0) return refuse("There is nothing to undo.", 422);
  return redirectSaying(services, "/admin/setup?step=menu", { text: "The products are being removed again." });
}

/** The field of the invitation that an error is about; null = none of them. */
function inviteField(name: unknown): string | null {
  return name === "name" || name === "email" || name === "roles" ? name : null;
}

async function invite(services: Services, request: Request, user: StaffUser, form: FormData) {
  const fields = Object.fromEntries(form);
  const typed = { name: textOf(fields, "name") ?? "", email: textOf(fields, "email") ?? "", roles: textOf(fields, "roles") ?? "" };
  const parsed = userForm.safeParse({ ...typed, isDisabled: "active" });
  const [issue] = parsed.error?.issues ?? [];
  if (!parsed.success) return refuse(issue?.message ?? "Enter a name and an email address.", 422, typed, inviteField(issue?.path[0]));
  const made: PasswordLink[] = [];
  const store = userRecords({
    actor: { ...user, isConfirmed: await isConfirmed(services, request) },
    onAdded: async (tx, added) => {
      const link = await makePasswordLink(tx, added, true, services.now());
      made.push(link);
      await mailPasswordLink(services)(tx, link);
    },
  });
  const saved = await saveRecord(services.db, store, user, { id: null, value: parsed.data, version: null, seen: {} });
  if (saved.kind === "refused") {
    const [field, message] = Object.entries(saved.problems).find(([, each]) => each !== undefined) ?? ["", ""];
    return refuse(message ?? "", 422, typed, inviteField(field));
  }
  const [link] = made;
  const isMailed = (await readMailState(services)).kind === "works";
  const answer: SetupAnswer = {
    kind: "invited",
    name: parsed.data.name,
    link: isMailed || link === undefined ? null : passwordLinkUrl(services.env.publicUrl, link),
  };
  return data(answer, { status: 200 });
}
