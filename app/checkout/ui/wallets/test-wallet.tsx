import * as texts from "#texts/checkout/wallets.ts";
import { InfoIcon } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "#app/kit/button.tsx";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import type { TestWalletCard } from "#app/checkout/ui/checkout-view.ts";
import type { WalletDesk } from "./wallet.ts";
import { WalletFrame } from "./wallet-frame.tsx";

const TestSheet = lazy(() => import("./test-sheet.tsx"));

/** The labelled test wallet of a shop without Stripe keys. */
export function TestWallet({ desk, cards }: { readonly desk: WalletDesk; readonly cards: readonly TestWalletCard[] }) {
  const isClient = useIsClient();
  const [isOpen, setOpen] = useState(false);
  return (
    <WalletFrame isShown>
      <Button
        look="outline"
        size="large"
        className="w-full border-dashed"
        disabled={!isClient}
        onClick={() => void desk.open().then((priced) => setOpen(priced !== null))}
      >
        <InfoIcon aria-hidden className="size-5 shrink-0 text-harbour" />
        {texts.openTestWallet}
      </Button>
      {isOpen ? (
        <Suspense>
          <TestSheet desk={desk} cards={cards} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </WalletFrame>
  );
}
