import { countProducts } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { findHomeId } from "#app/content/data/home-page.server.ts";
import type { Services } from "#app/http/context.server.ts";
import { readMailState } from "#app/mail/workflows/read-mail-state.server.ts";
import { findFirstPlaced } from "#app/orders/data/figures/order-facts.server.ts";
import { findDemoFilling, hasOwnPassword, listHistory } from "#app/staff/data/history.server.ts";
import { countUsers } from "#app/staff/data/users.server.ts";
import { listSettingsWritten } from "#app/store/data/site-settings.server.ts";
import { stepsOf, type SetupStepId } from "#app/store/domain/setup-steps.ts";
import type { SettingKey, Settings } from "#app/store/domain/settings.ts";

export interface SetupStep {
  readonly id: SetupStepId | "password";
  readonly label: string;
  /** The step's purpose, while it is open. */
  readonly hint: string;
  readonly to: string;
  readonly state: "open" | "done" | "skipped";
}

const LABELS: Readonly<Record<SetupStep["id"], readonly [label: string, hint: string]>> = {
  password: ["Choose your password", "The one you signed in with was made by the program."],
  store: ["Name, address and tax", "Customers see name, address and telephone on every page, in emails and on receipts."],
  hours: ["Opening hours", "Until you enter them, customers can order at any time."],
  delivery: ["Pickup and delivery", "Pickup is always offered. Delivery is up to you."],
  menu: ["Menu", "Type or paste your menu, import a file, or begin with a starter menu."],
  look: ["Look", "Your logo, colour and font, shown in the preview as soon as they are saved."],
  payment: ["Card payments", "Until you enter Stripe keys, payments are simulated and no card is charged."],
  mail: ["Emails", "Until you enter a mail server or a SendGrid key, emails are not sent and stay in the email log."],
  staff: ["Staff", "Invite the people who work with you. They choose their own passwords."],
  "test-order": ["Test order", "Order something yourself, as a customer would."],
  open: ["Open the shop", "Everything you entered can be changed later."],
};

/** The setup steps: each derives from the shop's data whether it is done, confirmed or skipped. */
export async function readSetup(
  services: Pick<Services, "db" | "email" | "now">,
  settings: Settings,
  userId: number,
): Promise<readonly SetupStep[]> {
  const { db } = services;
  // Content of the demo does not count as done by staff.
  const since = await findDemoFilling(db);
  const [mail, products, isOwnPassword, firstOrder, written, isHomeEdited, users] = await Promise.all([
    readMailState(services),
    countProducts(db, since),
    hasOwnPassword(db, userId),
    findFirstPlaced(db, since),
    listSettingsWritten(db, since),
    isHomeOwn(db),
    countUsers(db),
  ]);
  const isEntered = (key: SettingKey) => settings[key] !== "" && written.includes(key);
  const hasHours = settings.OPENING_HOURS !== null || settings.STORE_OPEN_TIME !== "" || settings.STORE_CLOSING_TIME !== "";
  const facts: Readonly<Record<SetupStep["id"], boolean>> = {
    password: isOwnPassword,
    store: isEntered("STREET_ADDRESS") && isEntered("TELEPHONE"),
    hours: hasHours,
    delivery: written.includes("ENABLE_DELIVERY"),
    menu: products > 0,
    look: isHomeEdited,
    payment: settings.STRIPE_PUBLIC_KEY !== "",
    mail: mail.kind === "works" && isEntered("ORDER_EMAIL_RECIPIENT"),
    staff: users > 1,
    "test-order": firstOrder !== null,
    open: !settings.OPENING_SOON,
  };
  const answered: readonly string[] = stepsOf(settings.SETUP_DONE);
  const skipped: readonly string[] = stepsOf(settings.SETUP_SKIPPED);
  const ids = Object.keys(LABELS) as SetupStep["id"][];
  return ids.map((id): SetupStep => {
    const [label, hint] = LABELS[id];
    const left = skipped.includes(id) ? "skipped" : "open";
    // The shop is open or hidden, regardless of earlier confirmations.
    const state = facts[id] || (id !== "open" && answered.includes(id)) ? "done" : left;
    return { id, label, hint, to: id === "password" ? "/admin/orders/account" : `/admin/setup?step=${id}`, state };
  });
}

/** The demo writes a home page without a history entry. */
async function isHomeOwn(db: Services["db"]): Promise<boolean> {
  const id = await findHomeId(db);
  return id !== undefined && (await listHistory(db, "page", id, 1)).length > 0;
}

/** Recommended steps that a shop does not need to open. */
const OPTIONAL: readonly SetupStep["id"][] = ["delivery", "look", "staff"];

/** The steps that are done in an untouched shop: the owner's password, and that it is open. */
const FRESH = 2;

export interface SetupProgress {
  readonly steps: readonly SetupStep[];
  readonly done: number;
  /** The next step's address; the overview for a fresh shop. */
  readonly to: string;
}

/** The dashboard's setup notice; null once every required step is done or skipped. */
export function setupProgress(steps: readonly SetupStep[]): SetupProgress | null {
  const open = steps.filter(({ state }) => state === "open");
  const needed = open.filter(({ id }) => !OPTIONAL.includes(id));
  if (needed.length === 0) return null;
  const done = steps.length - open.length;
  const next = open.find(({ id }) => id !== "password") ?? open[0];
  return { steps, done, to: done <= FRESH || next === undefined ? "/admin/setup" : next.to };
}
