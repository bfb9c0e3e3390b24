import { ExternalLinkIcon, MenuIcon, XIcon } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { LogOutButton } from "#app/staff/ui/log-out-button.tsx";
import { ACCOUNT_PATH, canOpen, DELIVERIES_PAGE, KITCHEN_PAGE } from "#app/staff/domain/permissions.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { useOrderAlerts } from "#app/orders/ui/staff/alerts/use-order-alerts.ts";
import { useOrderAnnouncements } from "#app/orders/ui/staff/alerts/use-order-announcements.ts";
import { useOrderFeed } from "#app/orders/ui/staff/alerts/use-order-feed.ts";
import { FlashNotice, type FlashMessage } from "./flash-notice.tsx";
import type { NavCounts } from "#app/staff/domain/sections.ts";
import { sectionOf, sectionsFor, type AdminSection } from "./navigation.ts";
import { AlarmDock, AlertQuestion, AlertStatus } from "#app/orders/ui/staff/alerts/alert-banners.tsx";
import { CancelledNotice } from "#app/orders/ui/staff/alerts/cancelled-notice.tsx";
import { Listening } from "#app/orders/ui/staff/alerts/listening.tsx";
import { OrderBell } from "#app/orders/ui/staff/alerts/order-bell.tsx";
import { TICKETS_PATH } from "#app/orders/ui/staff/board/order-columns.tsx";
import { OrderFeedProvider } from "#app/orders/ui/staff/alerts/order-feed.tsx";
import { SEARCH_CALL } from "#app/kit/pickers/hit.ts";
import { Palette } from "./palette.tsx";
import { GuideLink } from "./guide-link.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { ORDER_SEARCH_CALL } from "#app/staff/domain/search.ts";

export interface StaffFrameProps {
  readonly user: StaffUser;
  /** A problem that staff must fix for the shop to work. */
  readonly problem: string | null;
  readonly appName: string;
  readonly counts: NavCounts;
  readonly repeatSeconds: number;
  readonly flash: FlashMessage | null;
  readonly children: ReactNode;
}

/**
 * The frame of every staff page: navigation with counts, bell, sign-out, alerts. The kitchen screen brings its own header. A print page has
 * only the bell and the sign-out button, which are not printed.
 */
export function StaffFrame({ user, problem, appName, counts, repeatSeconds, flash, children }: StaffFrameProps) {
  const seesOrders = canOpen("/admin/orders", user);
  const isAudible = useRef(false);
  const changesScope = [KITCHEN_PAGE, DELIVERIES_PAGE].some((page) => canOpen(page, user)) ? "changes" : "nothing";
  const feed = useOrderFeed(counts.newOrders, seesOrders ? "orders" : changesScope, () => isAudible.current);
  useOrderAnnouncements(feed);
  const alerts = useOrderAlerts({ count: feed.count, isLoaded: feed.isLoaded, repeatSeconds });
  useEffect(() => {
    isAudible.current = alerts.isAudible;
  }, [alerts.isAudible]);
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const sections = sectionsFor(user);
  const shownCounts: NavCounts = { ...counts, newOrders: feed.count };
  const value = { ...feed, alerts };
  const bell = <OrderBell count={seesOrders ? feed.count : null} hasNewOrder={feed.hasNewOrder} />;

  if (search.get("view") === "kitchen")
    return (
      <OrderFeedProvider value={value}>
        {seesOrders ? <AlertQuestion alerts={alerts} feed={feed} /> : null}
        {children}
        {seesOrders ? <AlarmDock feed={feed} /> : null}
      </OrderFeedProvider>
    );
  if (search.has("print") || pathname === TICKETS_PATH)
    return (
      <OrderFeedProvider value={value}>
        <header className="flex justify-end gap-2 border-b border-hairline bg-surface px-3 print:hidden">
          {bell}
          <LogOutButton />
        </header>
        {children}
      </OrderFeedProvider>
    );
  return (
    <OrderFeedProvider value={value}>
      <SkipLink />
      <TopBar user={user} appName={appName} sections={sections} counts={shownCounts}>
        {seesOrders ? <Listening screens={feed.listening} /> : null}
        {bell}
      </TopBar>
      <div className="flex min-h-dvh bg-surface pt-14 print:pt-0">
        <Rail sections={sections} counts={shownCounts}>
          {seesOrders ? <AlertStatus alerts={alerts} /> : null}
        </Rail>
        <div className="flex min-w-0 grow flex-col lg:pl-56 print:pl-0">
          {seesOrders ? <AlertQuestion alerts={alerts} feed={feed} /> : null}
          {problem === null ? null : (
            <p role="alert" className="border-b-2 border-beet bg-beet-tint px-4 py-3 text-sm font-semibold sm:px-6 print:hidden">
              {problem}
            </p>
          )}
          <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[1440px] px-4 py-5 text-sm outline-none sm:px-6 print:p-0">
            <FlashNotice flash={flash} />
            {seesOrders && pathname.startsWith("/admin/orders") ? <CancelledNotice feed={value} /> : null}
            {children}
          </main>
          {seesOrders ? (
            <section aria-label="Alerts on this device" className="px-4 pb-8 text-xs text-ink-2 sm:px-6 lg:hidden print:hidden">
              <AlertStatus alerts={alerts} />
            </section>
          ) : null}
          {seesOrders ? <AlarmDock feed={feed} /> : null}
        </div>
      </div>
    </OrderFeedProvider>
  );
}

function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded focus:bg-surface focus:px-4 focus:py-3"
    >
      Skip to the content
    </a>
  );
}

interface RailProps {
  readonly sections: readonly AdminSection[];
  readonly counts: NavCounts;
  /** Rendered above the shortcuts. */
  readonly children: ReactNode;
}

function Rail({ sections, counts, children }: RailProps) {
  return (
    <aside className="fixed top-14 bottom-0 hidden w-56 flex-col overflow-y-auto border-r border-hairline bg-canvas p-3 lg:flex print:hidden">
      <nav aria-label="Staff area">
        <SectionList sections={sections} counts={counts} />
      </nav>
      <div className="mt-auto grid gap-1 pt-6 text-xs text-ink-2">
        {children}
        {sections.length === 0 ? null : <GuideLink />}
        <Shortcuts sections={sections} />
      </div>
    </aside>
  );
}

interface TopBarProps {
  readonly user: StaffUser;
  readonly appName: string;
  readonly sections: readonly AdminSection[];
  readonly counts: NavCounts;
  readonly children: ReactNode;
}

function TopBar({ user, appName, sections, counts, children }: TopBarProps) {
  const { key, pathname } = useLocation();
  const isAccount = pathname === ACCOUNT_PATH;
  const seesAccount = canOpen(ACCOUNT_PATH, user);
  return (
    <header className="fixed inset-x-0 top-0 z-40 border-b border-hairline bg-surface print:hidden">
      <div className="flex h-14 items-center gap-1 px-3 sm:gap-2 sm:px-4">
        {/* The key closes the menu on navigation. */}
        <PhoneMenu key={key} user={user} sections={sections} counts={counts} />
        <Link to="/" className="truncate font-display text-lg leading-11 font-bold tracking-tight">
          {appName}
        </Link>
        <span className="rounded-tag border border-hairline px-1.5 py-0.5 text-xs text-ink-2 max-sm:hidden">Staff</span>
        <a
          href="/"
          className="ml-2 hidden min-h-11 items-center gap-1 text-sm text-ink-2 underline underline-offset-2 hover:text-ink md:inline-flex"
        >
          View shop <ExternalLinkIcon aria-hidden className="size-3.5" />
        </a>
        <div className="ml-auto flex items-center gap-1 sm:gap-3">
          <Palette sections={sections} searchCall={[SEARCH_CALL, ORDER_SEARCH_CALL].find((call) => canOpen(call, user)) ?? null} />
          {children}
          {seesAccount ? (
            <Link
              to={ACCOUNT_PATH}
              title={`My account (${user.email})`}
              aria-current={isAccount ? "page" : undefined}
              className="hidden min-h-11 max-w-40 items-center text-sm text-ink-2 underline-offset-2 hover:text-ink hover:underline aria-[current=page]:font-semibold aria-[current=page]:text-primary md:inline-flex"
            >
              <span className="truncate">{user.name}</span>
            </Link>
          ) : (
            <span className="hidden max-w-40 truncate text-sm text-ink-2 md:inline" title={user.email}>
              {user.name}
            </span>
          )}
          <LogOutButton />
        </div>
      </div>
    </header>
  );
}

function PhoneMenu({ user, sections, counts }: Omit<TopBarProps, "appName" | "children">) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || menu.current?.open !== true) return;
      menu.current.open = false;
      menu.current.querySelector("summary")?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <details ref={menu} className="group lg:hidden">
      <summary className="-ml-1 grid size-11 list-none place-items-center rounded" aria-label="Menu">
        <MenuIcon aria-hidden className="group-open:hidden" />
        <XIcon aria-hidden className="hidden group-open:block" />
      </summary>
      <nav aria-label="Staff area menu" className="fixed inset-x-0 top-14 bottom-0 overflow-y-auto bg-surface p-4">
        <SectionList sections={sections} counts={counts} />
        {sections.length === 0 ? null : (
          <p className="mt-4 text-sm text-ink-2">
            <GuideLink />
          </p>
        )}
        <p className="cut mt-4 pt-4 text-sm text-ink-2">
          Signed in as {user.name} ({user.email})
        </p>
        {canOpen(ACCOUNT_PATH, user) ? (
          <Link
            to={ACCOUNT_PATH}
            aria-current={pathname === ACCOUNT_PATH ? "page" : undefined}
            className="mt-2 inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-2"
          >
            My account
          </Link>
        ) : null}
      </nav>
    </details>
  );
}

/** The sections below their group's heading; a single group has no heading. */
function SectionList({ sections, counts }: Pick<TopBarProps, "sections" | "counts">) {
  const { pathname } = useLocation();
  const current = sectionOf(pathname, sections);
  const groups = [...Map.groupBy(sections, ({ group }) => group)];
  const links = (members: readonly AdminSection[]) =>
    members.map((section) => <SectionLink key={section.path} section={section} counts={counts} isCurrent={section === current} />);
  return (
    <ul className="grid gap-0.5">
      {groups.map(([group, members]) =>
        group === null || groups.length === 1 ? (
          links(members)
        ) : (
          <li key={group}>
            <p className="px-3 pt-2.5 pb-0.5 text-xs text-ink-2">{group}</p>
            <ul className="grid gap-0.5">{links(members)}</ul>
          </li>
        ),
      )}
    </ul>
  );
}

interface SectionLinkProps {
  readonly section: AdminSection;
  readonly counts: NavCounts;
  readonly isCurrent: boolean;
}

function SectionLink({ section, counts, isCurrent }: SectionLinkProps) {
  const count = section.count === undefined ? 0 : counts[section.count];
  const Icon = section.icon;
  return (
    <li>
      <Link
        to={section.path}
        aria-current={isCurrent ? "page" : undefined}
        className="flex min-h-11 items-center gap-3 rounded px-3 text-base font-semibold text-ink-2 hover:bg-surface hover:text-ink aria-[current=page]:marked aria-[current=page]:text-primary lg:min-h-8 lg:text-sm"
      >
        <Icon aria-hidden className="size-5 shrink-0" />
        {section.label}
        {count === 0 ? null : (
          <span className="figures ml-auto grid h-5 min-w-5 place-items-center rounded-full bg-beet px-1.5 text-xs text-white">
            {count}
            <span className="sr-only"> {section.countLabel}</span>
          </span>
        )}
      </Link>
    </li>
  );
}
