/** What the customer must not eat: the one red mark that the board, the order's page and the customer's page share. Nothing without a note. */
export function AllergyMark({ note }: { readonly note: string }) {
  if (note === "") return null;
  return (
    <p className="mt-2 rounded bg-beet px-3 py-2 text-base font-semibold text-surface wrap-anywhere">
      <strong className="mr-1.5 font-bold tracking-wide uppercase">Allergy</strong> {note}
    </p>
  );
}
