import { lazy, Suspense } from "react";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import type { CheckoutView } from "#app/checkout/ui/checkout-view.ts";
import { TestWallet } from "./test-wallet.tsx";
import type { WalletDesk } from "./wallet.ts";

/** Loads the provider's script only if a real key is set. */
const StripeWallets = lazy(() => import("./stripe-wallets.tsx"));

/** Apple Pay and Google Pay, if the browser offers one. */
export function Wallets({ view, desk }: { readonly view: CheckoutView; readonly desk: WalletDesk }) {
  const isClient = useIsClient();
  if (view.gateway === "simulator") return <TestWallet desk={desk} cards={view.testWalletCards} />;
  if (!isClient) return null;
  return (
    <Suspense>
      <StripeWallets publishableKey={view.publishableKey} desk={desk} />
    </Suspense>
  );
}
