/** A current promotion in the shop's words; `when` may be "". */
export interface OfferText {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly when: string;
}

/** Promotions as coupons with a dashed edge; they need no code, which is said above them. */
export function Offers({ offers }: { offers: readonly OfferText[] }) {
  return (
    <ul aria-label="Current offers" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">
      {offers.map((offer) => (
        <li key={offer.id} className="flex flex-col rounded border-2 border-dashed border-field bg-surface p-5">
          <h3 className="text-xl">{offer.title}</h3>
          {offer.description === "" ? null : <p className="mt-1 text-ink-2">{offer.description}</p>}
          {offer.when === "" ? null : <p className="figures mt-auto pt-3 text-sm font-semibold">{offer.when}</p>}
        </li>
      ))}
    </ul>
  );
}
