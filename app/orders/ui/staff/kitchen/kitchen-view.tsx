import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { KeyboardIcon, MoonIcon, PrinterIcon, SunIcon, Undo2Icon, UserIcon, XIcon } from "lucide-react";
import { Link, useFetchers, useSubmit } from "react-router";
import { isForNow, isForStation, KITCHEN, type StationOfProduct } from "#app/orders/domain/counter/kitchen-stations.ts";
import { useShortcutKeys, useShortcuts } from "#app/kit/hooks/use-shortcuts.ts";
import { useStoredText } from "#app/kit/hooks/use-stored-text.ts";
import { ACCOUNT_PATH, KITCHEN_SCREEN } from "#app/staff/domain/permissions.ts";
import { OrderBell } from "#app/orders/ui/staff/alerts/order-bell.tsx";
import { useFeed } from "#app/orders/ui/staff/alerts/order-feed.tsx";
import { AllDayStrip } from "#app/orders/ui/staff/board/all-day-strip.tsx";
import { ListNotice, useListNotice } from "#app/orders/ui/staff/board/list-notice.tsx";
import { PrintTicket, type TicketShop } from "#app/orders/ui/staff/detail/print-ticket.tsx";
import { formatMoment } from "#app/orders/ui/staff/order-words.tsx";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";
import { LogOutButton } from "#app/staff/ui/log-out-button.tsx";
import { bumpOf, KitchenCard } from "./kitchen-card.tsx";
import { useDark } from "./kitchen-theme.ts";
import { useAutoPrint } from "./use-auto-print.ts";
import { useWakeLock } from "./use-wake-lock.ts";
import { counted } from "#texts/plural.ts";

export interface KitchenFacts {
  /** Stations of the settings; none: only the kitchen. */
  readonly stations: readonly string[];
  /** "" = all of them. */
  readonly station: string;
  readonly stationOf: StationOfProduct;
  /** Finished stations by order, latest last. */
  readonly done: Readonly<Record<string, readonly string[]>>;
  /** For printed tickets. */
  readonly shop: TicketShop;
  /** The user may open only this screen: no link to the orders, no printing of whole tickets. */
  readonly isAlone: boolean;
}

interface KitchenViewProps extends KitchenFacts {
  /** Accepted unfinished orders, and those just handed over. */
  readonly orders: readonly StaffOrder[];
  readonly now: Date;
}

const THEME_KEY = "shopbell:kitchen-theme";
const KEYS = 9;
/** Maximum width of stacked orders, in cards. */
const MOST_ACROSS = 4;

interface Column {
  readonly title: string;
  readonly orders: readonly StaffOrder[];
}

/** The kitchen screen: orders by time in large text; a tap or key advances a card, another reverts. */
export function KitchenView({ orders, stations, station, stationOf, done, shop, isAlone, now }: KitchenViewProps) {
  const feed = useFeed();
  const { told, tell } = useListNotice(orders);
  const print = useAutoPrint(isAlone ? [] : orders);
  const doneOf = (order: StaffOrder) => done[order.id] ?? [];
  const columns = columnsOf(orders, station, stationOf, doneOf, now);
  const shown = columns.flatMap((column) => column.orders);
  const toMake = station === "" ? shown.filter(isToMake) : shown;
  const back = recallOf(orders, station, doneOf);
  useWakeLock();
  const [hasKeys, setKeys] = useKitchenKeys(shown.slice(0, KEYS), station, back);
  const lines = toMake
    .flatMap((order) => order.lines)
    .filter((line) => station === "" || (stationOf[line.productId] ?? KITCHEN) === station);
  return (
    <>
      <main id="main" className="flex min-h-dvh flex-col gap-3 bg-canvas p-3 text-base text-ink print:hidden">
        <h1 className="sr-only">Kitchen{station === "" ? "" : `: ${station}`}</h1>
        <header className="flex flex-wrap items-center gap-2">
          <Stations stations={stations} station={station} />
          <span className="ml-auto flex flex-wrap items-center gap-2">
            <RecallButton back={back} station={station} />
            {isAlone ? null : (
              <Tool isOn={print.isOn} label="Print tickets" onPress={() => print.setOn(!print.isOn)}>
                <PrinterIcon aria-hidden className="size-5" />
              </Tool>
            )}
            <Tool isOn={hasKeys} label="Single keys" onPress={() => setKeys(!hasKeys)}>
              <KeyboardIcon aria-hidden className="size-5" />
            </Tool>
            <DarkSwitch />
            <Link
              to={isAlone ? ACCOUNT_PATH : "/admin/orders/accepted"}
              className="inline-flex min-h-12 items-center gap-2 rounded border border-field bg-surface px-3 font-semibold text-ink hover:bg-canvas"
            >
              {isAlone ? <UserIcon aria-hidden className="size-5" /> : <XIcon aria-hidden className="size-5" />}
              {isAlone ? "My account" : "Leave"}
            </Link>
            <OrderBell count={isAlone ? null : feed.count} hasNewOrder={feed.hasNewOrder} />
            <LogOutButton className="min-h-12" />
          </span>
        </header>
        <AllDayStrip lines={lines} />
        <LaterOrders orders={orders} now={now} />
        <ListNotice told={told} orders={orders} canOpen={!isAlone} />
        {shown.length === 0 ? (
          <p className="grid grow place-items-center py-16 text-center font-display text-3xl font-semibold">Nothing to make right now.</p>
        ) : (
          <div className="flex flex-col gap-4 md:flex-row md:items-start">
            {columns.map((column) => (
              <TicketColumn key={column.title} column={column}>
                {column.orders.map((order) => (
                  <KitchenCard
                    key={order.id}
                    {...{ order, stations, station, stationOf, now }}
                    done={doneOf(order)}
                    keyNumber={shown.indexOf(order) < KEYS ? shown.indexOf(order) + 1 : null}
                    onAnswer={tell}
                  />
                ))}
              </TicketColumn>
            ))}
          </div>
        )}
      </main>
      {print.printing === null ? null : (
        <div className="hidden print:block">
          <style>{"@page { size: 80mm auto; margin: 4mm }"}</style>
          <PrintTicket order={print.printing} shop={shop} now={now} />
        </div>
      )}
    </>
  );
}

/** Stored in this browser. */
function DarkSwitch() {
  const [theme, setTheme] = useStoredText(THEME_KEY);
  const isDark = theme === "dark";
  useDark(isDark);
  return (
    <Tool isOn={isDark} label="Dark" onPress={() => setTheme(isDark ? "light" : "dark")}>
      {isDark ? <MoonIcon aria-hidden className="size-5" /> : <SunIcon aria-hidden className="size-5" />}
    </Tool>
  );
}

function LaterOrders({ orders, now }: Pick<KitchenViewProps, "orders" | "now">) {
  const clock = useShopClock();
  const later = orders.filter((order) => !isForNow(order, now)).toSorted(byTime);
  if (later.length === 0) return null;
  return (
    <p className="text-lg text-ink-2">
      <strong className="text-ink">{counted(later.length, "order for later.", "orders for later.")}</strong> Next start:{" "}
      {later
        .slice(0, 4)
        .map((order) => `${order.cookFrom === null ? "" : formatMoment(order.cookFrom, now, clock)} (${order.number})`)
        .join(", ")}
    </p>
  );
}

function columnsOf(
  orders: readonly StaffOrder[],
  station: string,
  stationOf: StationOfProduct,
  doneOf: (order: StaffOrder) => readonly string[],
  now: Date,
): readonly Column[] {
  const present = orders.filter((order) => isForNow(order, now)).toSorted(byTime);
  if (station !== "")
    return [{ title: station, orders: present.filter((order) => isForStation(order, station, stationOf, doneOf(order))) }];
  const having = (title: string, ...statuses: readonly StaffOrder["status"][]): Column => ({
    title,
    orders: present.filter((order) => statuses.includes(order.status)),
  });
  const all = [having("New", "accepted"), having("Preparing", "preparing"), having("Ready", "ready", "out_for_delivery")];
  return all.filter((column) => column.orders.length > 0);
}

function TicketColumn({ column, children }: { readonly column: Column; readonly children: React.ReactNode }) {
  return (
    <section aria-label={column.title} className="min-w-60 basis-0" style={{ flexGrow: Math.min(MOST_ACROSS, column.orders.length) }}>
      <h2 className="mb-2 flex items-baseline gap-2 text-xl">
        {column.title} <span className="figures text-ink-2">{column.orders.length}</span>
      </h2>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] items-start gap-3">{children}</div>
    </section>
  );
}

function Stations({ stations, station }: Pick<KitchenFacts, "stations" | "station">) {
  if (stations.length === 0) return <p className="font-display text-2xl font-bold">Kitchen</p>;
  const all = ["", ...stations, KITCHEN];
  return (
    <nav aria-label="Stations">
      <ul className="flex flex-wrap gap-2">
        {all.map((name) => (
          <li key={name}>
            <Link
              to={name === "" ? KITCHEN_SCREEN : `${KITCHEN_SCREEN}&${new URLSearchParams({ station: name }).toString()}`}
              aria-current={name === station ? "page" : undefined}
              className="inline-flex min-h-12 items-center rounded border border-field bg-surface px-4 text-lg font-semibold text-ink hover:bg-canvas aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-surface"
            >
              {name === "" ? "All" : name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ToolProps {
  readonly isOn: boolean;
  readonly label: string;
  readonly onPress: () => void;
  readonly children: React.ReactNode;
}

function Tool({ isOn, label, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className="inline-flex min-h-12 items-center gap-2 rounded border border-field bg-surface px-3 font-semibold text-ink hover:bg-canvas aria-pressed:border-primary aria-pressed:bg-primary-tint aria-pressed:text-primary"
    >
      {children} {label}
    </button>
  );
}

interface Recall {
  readonly order: StaffOrder;
  readonly intent: "undo" | "station-back";
}

/** The last advanced card, which can be reverted. */
function recallOf(orders: readonly StaffOrder[], station: string, doneOf: (order: StaffOrder) => readonly string[]): Recall | null {
  const latest = (list: readonly StaffOrder[]) => list.toSorted((a, b) => lastStep(b) - lastStep(a))[0];
  const order =
    station === ""
      ? latest(orders.filter((each) => each.events.includes("undo")))
      : latest(orders.filter((each) => doneOf(each).includes(station) && (each.status === "preparing" || each.status === "ready")));
  return order === undefined ? null : { order, intent: station === "" ? "undo" : "station-back" };
}

function RecallButton({ back, station }: { readonly back: Recall | null; readonly station: string }) {
  const recall = useRecall(back, station);
  return (
    <button
      type="button"
      aria-disabled={back === null ? true : undefined}
      onClick={recall}
      aria-keyshortcuts="R"
      className="inline-flex min-h-12 items-center gap-2 rounded border border-field bg-surface px-3 font-semibold text-ink hover:bg-canvas aria-disabled:opacity-50"
    >
      <Undo2Icon aria-hidden className="size-5" /> Recall{back === null ? "" : ` ${back.order.number}`}
    </button>
  );
}

function useRecall(back: Recall | null, station: string): () => void {
  const submit = useSubmit();
  return () => {
    if (back === null) return;
    const { order, intent } = back;
    const fields: Record<string, string> = intent === "undo" ? { version: String(order.version) } : { station };
    void submit({ order: order.id, intent, ...fields }, { method: "post", navigate: false, fetcherKey: `order:${order.id}` });
  };
}

/** Keys 1 to 9 advance the first cards, R reverts the last. */
function useKitchenKeys(first: readonly StaffOrder[], station: string, back: Recall | null) {
  const submit = useSubmit();
  const busy = useFetchers().filter((fetcher) => fetcher.state !== "idle");
  const recall = useRecall(back, station);
  const singleKeys = useShortcutKeys();
  useShortcuts([
    ...first.map((order, index) => ({
      keys: String(index + 1),
      label: `Move ${order.number} on`,
      run: () => {
        const bump = bumpOf(order, station);
        const key = `order:${order.id}`;
        if (bump === null || busy.some((fetcher) => fetcher.key === key)) return;
        const fields: Record<string, string> = station === "" ? { version: String(order.version) } : { station };
        void submit({ order: order.id, intent: bump.intent, ...fields }, { method: "post", navigate: false, fetcherKey: key });
      },
    })),
    { keys: "r", label: "Take the last ticket back", run: recall },
  ]);
  return singleKeys;
}

function isToMake(order: StaffOrder): boolean {
  return order.status === "accepted" || order.status === "preparing";
}

function byTime(a: StaffOrder, b: StaffOrder): number {
  return (a.promisedAt ?? a.placedAt).getTime() - (b.promisedAt ?? b.placedAt).getTime();
}

function lastStep(order: StaffOrder): number {
  return (order.completedAt ?? order.readyAt ?? order.placedAt).getTime();
}
