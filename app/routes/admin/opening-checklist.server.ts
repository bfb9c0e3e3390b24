import { countProducts } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import type { Services } from "#app/http/context.server.ts";
import { readMailState } from "#app/mail/workflows/read-mail-state.server.ts";
import { findFirstPlaced } from "#app/orders/data/order-facts.server.ts";
import { findDemoFilling, hasOwnPassword } from "#app/staff/data/history.server.ts";
import { listSettingsWritten } from "#app/store/data/site-settings.server.ts";
import type { SettingKey, Settings } from "#app/store/domain/settings.ts";

export interface ChecklistStep {
  readonly label: string;
  readonly to: string;
  readonly isDone: boolean;
}

/** What a shop needs before its first real order, in the order in which one does it; empty when everything is done. */
export async function openingChecklist(
  services: Pick<Services, "db" | "email" | "now">,
  settings: Settings,
  userId: number,
): Promise<readonly ChecklistStep[]> {
  const { db } = services;
  // What the demo brought is nothing that staff has done.
  const since = await findDemoFilling(db);
  const [mail, products, isOwnPassword, firstOrder, written] = await Promise.all([
    readMailState(services),
    countProducts(db, since),
    hasOwnPassword(db, userId),
    findFirstPlaced(db, since),
    listSettingsWritten(db, since),
  ]);
  const isEntered = (key: SettingKey) => settings[key] !== "" && written.includes(key);
  const hasHours = settings.OPENING_HOURS !== null || settings.STORE_OPEN_TIME !== "" || settings.STORE_CLOSING_TIME !== "";
  const steps: readonly ChecklistStep[] = [
    { label: "Choose your password", to: "/admin/orders/account", isDone: isOwnPassword },
    {
      label: "Enter address and telephone",
      to: "/admin/site-settings#store",
      isDone: isEntered("STREET_ADDRESS") && isEntered("TELEPHONE"),
    },
    { label: "Set the opening hours; until then the shop is always open", to: "/admin/site-settings#hours", isDone: hasHours },
    { label: "Add the first product", to: "/admin/product/add", isDone: products > 0 },
    {
      label: "Enter the Stripe keys; until then payments are simulated",
      to: "/admin/site-settings#payment",
      isDone: settings.STRIPE_PUBLIC_KEY !== "",
    },
    {
      label: "Enter the SendGrid key and who gets a mail for each order; until then no mail leaves the shop",
      to: "/admin/site-settings#mail",
      isDone: mail.kind === "works" && isEntered("ORDER_EMAIL_RECIPIENT"),
    },
    { label: "Place a test order as a customer would", to: "/", isDone: firstOrder !== null },
  ];
  return steps.every((step) => step.isDone) ? [] : steps;
}
