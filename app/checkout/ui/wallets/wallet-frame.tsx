import * as texts from "#texts/checkout/wallets.ts";
import type { ReactNode } from "react";

/** The express section above the form. It is laid out even when hidden, because a wallet's button measures itself. */
export function WalletFrame({ isShown, children }: { readonly isShown: boolean; readonly children: ReactNode }) {
  return (
    <section aria-label={texts.express} className={isShown ? "mb-8 noscript:hidden" : "invisible h-0 overflow-hidden"}>
      {children}
      <p className="mt-6 flex items-center gap-4 text-sm text-ink-2 before:h-px before:grow before:bg-hairline after:h-px after:grow after:bg-hairline">
        {texts.orFillForm}
      </p>
    </section>
  );
}
