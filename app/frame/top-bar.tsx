import * as texts from "#texts/frame/page-frame.ts";
import { MenuIcon, SearchIcon, XIcon } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { Link, useLocation } from "react-router";
import type { ShownItem } from "#app/content/domain/shown-menu.ts";
import type { Logo } from "#app/store/domain/look/look.ts";
import { Brand } from "#app/store/ui/shop/brand.tsx";
import { SearchForm } from "#app/catalogue/ui/search-form.tsx";
import { DeskMenu, MENU_INDENT } from "./desk-menu.tsx";
import { MenuLink } from "./menu-link.tsx";

interface TopBarProps {
  readonly appName: string;
  readonly logo: Logo | null;
  readonly menu: readonly ShownItem[];
  /** The cart control; null = hidden here. */
  readonly cart: ReactNode;
}

/**
 * The fixed top bar: menu toggle on small screens, logo (links home), top menu, search, cart. Menus and search are native `details`, so
 * they open without JavaScript; with it they close on Escape, on a click or focus elsewhere and (re-rendered) after navigation.
 */
export function TopBar({ appName, logo, menu, cart }: TopBarProps) {
  const bar = useRef<HTMLElement>(null);
  const { pathname, search } = useLocation();
  // Each search is a separate page.
  const page = `${pathname}?${new URLSearchParams(search).get("q") ?? ""}`;
  useEffect(() => {
    const closeAll = () => bar.current?.querySelectorAll("details[open]").forEach((details) => details.removeAttribute("open"));
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && !bar.current?.contains(event.target)) closeAll();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      const open = bar.current?.querySelector("details[open]");
      if (open === null || open === undefined) return;
      open.querySelector("summary")?.focus();
      closeAll();
    };
    document.addEventListener("pointerdown", onElsewhere);
    // An open menu covers the page on a phone: Tab would move the focus behind it.
    document.addEventListener("focusin", onElsewhere);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onElsewhere);
      document.removeEventListener("focusin", onElsewhere);
      document.removeEventListener("keydown", onKey);
    };
  }, []);

  return (
    <header key={page} ref={bar} className="fixed inset-x-0 top-0 z-40 border-b border-hairline bg-surface print:hidden">
      <div className="mx-auto flex h-16 max-w-[1200px] items-center gap-2 px-4">
        {menu.length === 0 ? null : (
          <details className="group lg:hidden" name="bar">
            <summary className="-ml-2 grid size-[44px] list-none place-items-center rounded" aria-label={texts.menu}>
              <MenuIcon aria-hidden className="group-open:hidden" />
              <XIcon aria-hidden className="hidden group-open:block" />
            </summary>
            <nav aria-label={texts.menu} className="fixed inset-x-0 top-16 bottom-0 overflow-y-auto overscroll-contain bg-surface p-4">
              <ul>
                {menu.map((item, place) => (
                  <PhoneItem key={place} item={item} depth={0} />
                ))}
              </ul>
            </nav>
          </details>
        )}
        <Link
          to="/"
          className="mr-auto flex min-h-11 min-w-0 items-center font-display text-[min(var(--text-xl),6.5vw)] font-bold tracking-tight lg:mr-6 lg:max-w-64 lg:shrink-0"
        >
          <Brand appName={appName} logo={logo} />
        </Link>
        <nav aria-label={texts.mainMenu} className="mr-auto hidden lg:block">
          <DeskMenu appName={appName} menu={menu} />
        </nav>
        <SearchForm isBare label={texts.topBar} className="hidden w-56 lg:flex xl:w-72" />
        <details
          className="group lg:hidden"
          name="bar"
          onToggle={({ currentTarget }) => {
            if (currentTarget.open) currentTarget.querySelector("input")?.focus();
          }}
        >
          <summary className="grid size-[44px] list-none place-items-center rounded" aria-label={texts.search}>
            <SearchIcon aria-hidden className="group-open:hidden" />
            <XIcon aria-hidden className="hidden group-open:block" />
          </summary>
          <div className="fixed inset-x-0 top-16 border-b border-hairline bg-surface p-4 shadow-float">
            <SearchForm label={texts.topBar} className="flex" />
          </div>
        </details>
        {cart}
      </div>
    </header>
  );
}

function PhoneItem({ item, depth }: { item: ShownItem; depth: number }) {
  return (
    <li className={depth === 0 ? "border-b border-hairline" : undefined}>
      <MenuLink
        item={item}
        className={`phone-link ${depth === 0 ? "font-display text-xl font-semibold" : `text-lg ${MENU_INDENT[depth] ?? "pl-15"}`}`}
      />
      {item.children === undefined ? null : (
        <ul className="pb-2">
          {item.children.map((child, place) => (
            <PhoneItem key={place} item={child} depth={depth + 1} />
          ))}
        </ul>
      )}
    </li>
  );
}
