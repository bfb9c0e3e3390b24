import * as texts from "#texts/orders/page/order-items.ts";

/** Allergies: the red mark shared by board, order page and customer page. Renders nothing without a note. */
export function AllergyMark({ note }: { readonly note: string }) {
  if (note === "") return null;
  return (
    <p className="mt-2 rounded bg-beet px-3 py-2 text-base font-semibold text-surface wrap-anywhere">
      <strong className="mr-1.5 font-bold tracking-wide uppercase">{texts.allergy}</strong> {note}
    </p>
  );
}
