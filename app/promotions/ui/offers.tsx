import { seeMenu } from "#texts/promotions/offers.ts";
import { Link } from "react-router";

/** A promotion in the shop's text; `when` may be "". */
export interface OfferText {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly when: string;
  /** Links to what it covers; empty = everything on the menu. */
  readonly links: readonly { readonly label: string; readonly to: string }[];
}

/** Promotions as coupons with a dashed border; they need no code, as the text above says. `menu` = the URL of the whole menu. */
export function Offers({ offers, label, menu }: { offers: readonly OfferText[]; label: string; menu: string }) {
  return (
    <ul aria-label={label} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">
      {offers.map((offer) => (
        <li key={offer.id} className="flex flex-col rounded border-2 border-dashed border-field bg-surface px-5 pt-5 pb-2">
          <h3 className="text-xl">{offer.title}</h3>
          {offer.description === "" ? null : <p className="mt-1 text-ink-2">{offer.description}</p>}
          {offer.when === "" ? null : <p className="figures mt-2 text-sm font-semibold">{offer.when}</p>}
          <p className="mt-auto flex flex-wrap gap-x-5 pt-1">
            {(offer.links.length === 0 ? [{ label: seeMenu, to: menu }] : offer.links).map(({ label: words, to }) => (
              <Link key={to} to={to} className="line-link min-h-11">
                {words}
              </Link>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}
