import * as texts from "#texts/frame/page-frame.ts";
import type { HoursRow } from "#app/store/domain/hours/hours-text.ts";
import type { ShownColumn } from "#app/content/domain/shown-menu.ts";
import { Link } from "react-router";
import { MenuLink } from "./menu-link.tsx";

export interface StoreFacts {
  readonly appName: string;
  readonly address: readonly string[];
  readonly telephone: string;
  readonly hours: readonly HoursRow[];
}

/** Opening hours, address, telephone and the footer menu, in the same place on every page. */
export function Footer({ store, menu }: { store: StoreFacts; menu: readonly ShownColumn[] }) {
  return (
    <footer className="later-900 mt-24 border-t-2 border-ink bg-surface print:hidden">
      <div className="mx-auto grid max-w-[1200px] gap-10 px-4 py-12 sm:grid-cols-2 lg:grid-cols-[minmax(20rem,1.4fr)_1fr_2fr]">
        {store.hours.length === 0 ? null : (
          <section aria-label={texts.openingHours}>
            <h2 className="rule pb-2 text-lg">{texts.openingHours}</h2>
            <dl className="mt-3 grid gap-2">
              {store.hours.map((row) => (
                <div key={row.days} className="flex flex-wrap items-baseline gap-x-2">
                  <dt>{row.days}</dt>
                  <span aria-hidden className="leader" />
                  <dd className="figures ml-auto text-right">{row.times}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        <section aria-label={texts.findUs}>
          <h2 className="rule pb-2 text-lg">{texts.findUs}</h2>
          <address className="mt-3 grid gap-1 wrap-anywhere not-italic">
            <span className="font-semibold">{store.appName}</span>
            {store.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
            {store.telephone === "" ? null : (
              <a
                href={`tel:${store.telephone.replace(/[^+\d]/g, "")}`}
                className="figures inline-flex min-h-11 items-center text-primary underline underline-offset-2"
              >
                {store.telephone}
              </a>
            )}
          </address>
          <Link to="/my-orders" className="foot-link">
            {texts.myOrders}
          </Link>
        </section>
        {menu.length === 0 ? null : <FooterMenu columns={menu} />}
      </div>
    </footer>
  );
}

function FooterMenu({ columns }: { readonly columns: readonly ShownColumn[] }) {
  return (
    <nav
      aria-label={texts.footer}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,40%)),1fr))] gap-8 sm:col-span-2 sm:flex sm:flex-wrap lg:col-span-1"
    >
      {columns.map((column, place) => (
        // A third column spans two on a phone; in a row, columns are at least as wide as their longest word.
        <div key={place} className="last:odd:col-span-full sm:max-w-full sm:min-w-auto sm:flex-[1_1_8rem]">
          {column.title === null ? null : <h2 className="rule pb-2 text-lg">{column.title}</h2>}
          <ul className="mt-2">
            {column.items.map((item, at) => (
              <li key={at}>
                <MenuLink item={item} className="foot-link" />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
