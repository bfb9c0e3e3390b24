import { DownloadIcon } from "lucide-react";
import { ButtonLink } from "#app/kit/button.tsx";

const LINK = "inline-flex min-h-11 items-center gap-1.5 font-semibold text-primary lg:min-h-8";

/** Downloads of everything stored about the customer, and the link to erase them. */
export function PersonalDataLinks({ id, mayErase }: { readonly id: number; readonly mayErase: boolean }) {
  return (
    <section aria-labelledby="personal-data" className="mt-8 max-w-3xl">
      <h2 id="personal-data" className="rule pb-1 text-lg">
        Personal data
      </h2>
      <p className="mt-2 text-ink-2">
        If the customer asks what you store about them: contacts, addresses, orders, payments, refunds, reviews, emails, notes and their
        history.
      </p>
      <ul className="flex flex-wrap gap-x-6">
        <li>
          <a href={`/admin/customers/${id}/export/customer.html`} download className={LINK}>
            <DownloadIcon aria-hidden className="size-4" />
            <span className="underline underline-offset-2">Download to read (HTML)</span>
          </a>
        </li>
        <li>
          <a href={`/admin/customers/${id}/export/customer.json`} download className={LINK}>
            <DownloadIcon aria-hidden className="size-4" />
            <span className="underline underline-offset-2">Download for programs (JSON)</span>
          </a>
        </li>
      </ul>
      {mayErase ? (
        <p className="mt-2">
          <ButtonLink to={`/admin/customers/${id}/erase`} look="outline" size="desk">
            Erase this customer…
          </ButtonLink>
        </p>
      ) : null}
    </section>
  );
}
