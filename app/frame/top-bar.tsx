import { ChevronDownIcon, MenuIcon, SearchIcon, XIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { Link } from "#app/kit/link.tsx";
import type { ShownItem } from "#app/content/domain/shown-menu.ts";
import { CartLink } from "#app/cart/ui/cart-link.tsx";
import { SearchForm } from "#app/catalogue/ui/search-form.tsx";
import { MenuLink } from "./menu-link.tsx";

interface TopBarProps {
  readonly appName: string;
  readonly menu: readonly ShownItem[];
  /** Items in the cart; null = not known yet. */
  readonly badge: number | null;
}

/**
 * The fixed top bar: menu toggle on small screens, logo text (leads home), top menu, search, cart. Menus and search are native
 * `details`, so they open without JavaScript; with it they close on Escape, on a click or focus elsewhere and (drawn anew) after following a link.
 */
export function TopBar({ appName, menu, badge }: TopBarProps) {
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
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
    // An open menu covers the page of a phone: whoever tabs on would not see where they are.
    document.addEventListener("focusin", onElsewhere);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onElsewhere);
      document.removeEventListener("focusin", onElsewhere);
      document.removeEventListener("keydown", onKey);
    };
  }, []);

  return (
    <header key={pathname} ref={bar} className="fixed inset-x-0 top-0 z-40 border-b border-hairline bg-surface print:hidden">
      <div className="mx-auto flex h-16 max-w-[1200px] items-center gap-2 px-4">
        {menu.length === 0 ? null : (
          <details className="group lg:hidden" name="bar">
            <summary className="-ml-2 grid size-[44px] list-none place-items-center rounded" aria-label="Menu">
              <MenuIcon aria-hidden className="group-open:hidden" />
              <XIcon aria-hidden className="hidden group-open:block" />
            </summary>
            <nav aria-label="Menu" className="fixed inset-x-0 top-16 bottom-0 overflow-y-auto overscroll-contain bg-surface p-4">
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
          className="mr-auto flex min-h-11 min-w-0 items-center font-display text-[min(var(--text-xl),6.5vw)] font-bold tracking-tight lg:mr-6"
        >
          <span className="line-clamp-2 leading-[1.15] wrap-anywhere">{appName}</span>
        </Link>
        <nav aria-label="Main" className="mr-auto hidden lg:block">
          <ul className="flex items-center gap-1">
            {menu.map((item, place) => (
              <li key={place} className="relative">
                {item.children === undefined ? (
                  <MenuLink item={item} className="bar-link" />
                ) : (
                  <details className="group" name="top-menu">
                    <summary className="bar-link list-none gap-1">
                      {item.text}
                      <ChevronDownIcon aria-hidden className="size-4 transition-transform group-open:rotate-180" />
                    </summary>
                    <ul className="bar-menu">
                      {item.to === undefined && item.href === undefined ? null : (
                        <li>
                          <MenuLink item={item} className="bar-link" />
                        </li>
                      )}
                      {item.children.map((child, at) => (
                        <DeskChild key={at} item={child} depth={0} />
                      ))}
                    </ul>
                  </details>
                )}
              </li>
            ))}
          </ul>
        </nav>
        <SearchForm isBare label="Top bar" className="hidden w-56 lg:flex xl:w-72" />
        <details
          className="group lg:hidden"
          name="bar"
          onToggle={({ currentTarget }) => {
            if (currentTarget.open) currentTarget.querySelector("input")?.focus();
          }}
        >
          <summary className="grid size-[44px] list-none place-items-center rounded" aria-label="Search">
            <SearchIcon aria-hidden className="group-open:hidden" />
            <XIcon aria-hidden className="hidden group-open:block" />
          </summary>
          <div className="fixed inset-x-0 top-16 border-b border-hairline bg-surface p-4 shadow-float">
            <SearchForm label="Top bar" className="flex" />
          </div>
        </details>
        <CartLink badge={badge} />
      </div>
    </header>
  );
}

const INDENT = ["pl-3", "pl-7", "pl-11", "pl-15"] as const;

function DeskChild({ item, depth }: { item: ShownItem; depth: number }) {
  return (
    <li>
      <MenuLink item={item} className={`bar-child ${INDENT[depth] ?? "pl-15"}`} />
      {item.children === undefined ? null : (
        <ul>
          {item.children.map((child, place) => (
            <DeskChild key={place} item={child} depth={depth + 1} />
          ))}
        </ul>
      )}
    </li>
  );
}

function PhoneItem({ item, depth }: { item: ShownItem; depth: number }) {
  return (
    <li className={depth === 0 ? "border-b border-hairline" : undefined}>
      <MenuLink
        item={item}
        className={`phone-link ${depth === 0 ? "font-display text-xl font-semibold" : `text-lg ${INDENT[depth] ?? "pl-15"}`}`}
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
