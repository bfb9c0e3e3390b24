import { DownloadIcon, PhoneIcon } from "lucide-react";
import { Link, useLocation } from "react-router";
import { ButtonLink } from "#app/kit/button.tsx";
import { useChangeAnnouncement } from "#app/kit/focus/use-change-announcement.ts";

export interface OrderCounts {
  readonly received: number;
  /** Accepted or being prepared. */
  readonly inProgress: number;
  /** Ready or out for delivery. */
  readonly ready: number;
  /** Payments that need staff. */
  readonly problems: number;
}

export type OrderTab = "new" | "in-progress" | "ready" | "done" | "rejected" | "all" | "problems";

interface Tab {
  readonly id: OrderTab;
  readonly label: string;
  /** For tablets, where title, tabs and buttons share one row. */
  readonly shortLabel?: string;
  readonly to: string;
  readonly count?: keyof OrderCounts;
}

const TABS: readonly Tab[] = [
  { id: "new", label: "New", to: "/admin/orders", count: "received" },
  { id: "in-progress", label: "In progress", to: "/admin/orders/accepted", count: "inProgress" },
  { id: "ready", label: "Ready", to: "/admin/orders/accepted?status=ready", count: "ready" },
  { id: "done", label: "Done", to: "/admin/orders/accepted?status=completed" },
  { id: "rejected", label: "Rejected", to: "/admin/orders/rejected" },
  { id: "all", label: "All", to: "/admin/orders?status=all" },
  { id: "problems", label: "Payment problems", shortLabel: "Problems", to: "/admin/orders/problems", count: "problems" },
];

/** On narrow screens the tabs scroll; the current one stays visible. */
function bringIntoView(tab: HTMLLIElement | null): void {
  const row = tab?.closest("nav");
  if (tab && row && tab.offsetLeft + tab.offsetWidth > row.clientWidth) row.scrollLeft = tab.offsetLeft;
}

interface OrdersHeaderProps {
  readonly title: string;
  readonly current: OrderTab;
  readonly counts: OrderCounts;
  /** The file of the list, with the same search and filters. */
  readonly file?: string | null;
}

/** Title and tabs in one row if they fit: on a tablet the first order with its Accept button fits the screen. */
export function OrdersHeader({ title, current, counts, file = null }: OrdersHeaderProps) {
  const { search } = useLocation();
  // Some tabs are filters of one page, so their titles need an announcement.
  useChangeAnnouncement(title, title);
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-4 lg:flex-nowrap lg:border-b lg:border-hairline print:border-0">
      <h1 className="shrink-0 text-2xl lg:pb-2">{title}</h1>
      <OrderTabs current={current} counts={counts} />
      <ButtonLink
        to="/admin/orders/new"
        look="outline"
        size="desk"
        className="ml-auto shrink-0 self-center lg:mb-1.5 lg:self-end print:hidden"
      >
        <PhoneIcon aria-hidden className="size-4" /> New order
      </ButtonLink>
      {file === null ? null : (
        <ButtonLink
          to={`${file}${search}`}
          look="outline"
          size="desk"
          reloadDocument
          className="shrink-0 self-center lg:mb-1.5 lg:self-end print:hidden"
        >
          <DownloadIcon aria-hidden className="size-4" /> Export
        </ButtonLink>
      )}
    </div>
  );
}

function TabLabel({ label, shortLabel }: Pick<Tab, "label" | "shortLabel">) {
  if (shortLabel === undefined) return label;
  return (
    <>
      <span className="lg:max-xl:hidden">{label}</span>
      <span className="hidden lg:max-xl:inline">{shortLabel}</span>
    </>
  );
}

/** Saved views of orders; each has a URL. */
function OrderTabs({ current, counts }: Pick<OrdersHeaderProps, "current" | "counts">) {
  return (
    <nav
      aria-label="Orders"
      className="-mx-4 max-w-[100vw] min-w-0 overflow-x-auto px-4 max-lg:order-last max-lg:w-[100vw] max-lg:grow sm:mx-0 sm:max-w-full sm:px-0 print:hidden"
    >
      <ul className="flex min-w-max border-b border-hairline lg:border-b-0">
        {TABS.map((tab) => {
          const count = tab.count === undefined ? 0 : counts[tab.count];
          return (
            <li key={tab.id} ref={tab.id === current ? bringIntoView : undefined}>
              <Link
                to={tab.to}
                aria-current={tab.id === current ? "page" : undefined}
                className="flex min-h-11 items-center gap-2 border-b-2 border-transparent px-2.5 font-semibold -outline-offset-2 sm:px-3 lg:max-xl:px-2 text-ink-2 hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink"
              >
                <TabLabel {...tab} />
                {count === 0 ? null : (
                  <span
                    className={`figures grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-xs ${tab.id === "new" || tab.id === "problems" ? "bg-beet text-white" : "bg-primary-tint text-primary"}`}
                  >
                    {count}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
