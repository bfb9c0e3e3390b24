import { useContext, useState } from "react";
import { useFetcher } from "react-router";
import type { OwnCart } from "#app/cart/domain/promotion-preview/own-cart.ts";
import { Button } from "#app/kit/button.tsx";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { useStoredText } from "#app/kit/hooks/use-stored-text.ts";
import { RecordContext } from "#app/kit/record/record-state.ts";
import { PromotionPreview, type PreviewAnswer } from "./promotion-preview.tsx";
import { OwnCartEditor } from "./own-cart-editor.tsx";
import { jsonOf } from "#app/values/json.ts";
import { useItemKeys } from "#app/kit/hooks/use-item-keys.ts";

const PREVIEW_PAGE = "/admin/promotions/preview";
const STORED = "shopbell:bench-carts";
const NEW_CART: OwnCart = {
  name: "My cart",
  fulfillment: "pickup",
  code: "",
  at: "",
  email: "",
  earlierOrders: 0,
  tags: "",
  spent: 0,
  lines: [],
};

/** The preview of the unsaved promotion. Staff's own carts are stored in this browser. */
export function PromotionPreviewPanel({ id }: { readonly id: number | null }) {
  const texts = useContext(RecordContext)?.texts ?? {};
  const isClient = useIsClient();
  const fetcher = useFetcher<PreviewAnswer>();
  const [stored, store] = useStoredText(STORED);
  const [tried, setPreviewed] = useState("");
  const carts = readCarts(stored);
  const { keys, drop } = useItemKeys(carts.length);
  const fields = { ...texts, id: String(id ?? ""), carts: JSON.stringify(carts.filter(({ lines }) => lines.length > 0)) };
  const isBusy = fetcher.state !== "idle";
  const idleLabel = fetcher.data === undefined ? "Try it" : "Try it again";
  const freshness =
    tried === JSON.stringify(fields) ? "This is the preview of the form as it is now." : "The form has changed: preview it again.";
  const storeCarts = (next: readonly OwnCart[]) => store(JSON.stringify(next));
  const run = () => {
    setPreviewed(JSON.stringify(fields));
    void fetcher.submit(fields, { method: "post", action: PREVIEW_PAGE, defaultShouldRevalidate: false });
  };
  if (!isClient)
    return (
      <p>
        <Button type="submit" look="outline" size="desk" formAction={PREVIEW_PAGE} name="id" value={id ?? ""}>
          Try it without saving
        </Button>
      </p>
    );
  return (
    <div className="grid gap-5">
      <p className="text-ink-2">
        Sample carts just below, at and above each threshold, your own carts, and the orders of the last 30 days, with everything else that
        runs. Nothing is saved.
      </p>
      {carts.map((cart, index) => (
        <OwnCartEditor
          key={keys[index]}
          cart={cart}
          onChange={(next) => storeCarts(carts.with(index, next))}
          onRemove={() => {
            drop(index);
            storeCarts(carts.toSpliced(index, 1));
          }}
        />
      ))}
      <p className="flex flex-wrap items-center gap-3">
        <Button size="desk" look="outline" aria-disabled={isBusy} onClick={run}>
          {isBusy ? "Trying…" : idleLabel}
        </Button>
        <Button size="desk" look="quiet" onClick={() => storeCarts([...carts, { ...NEW_CART, name: `My cart ${carts.length + 1}` }])}>
          Add a cart of your own
        </Button>
        <span role="status" className="text-sm text-ink-2">
          {fetcher.data === undefined || isBusy ? "" : freshness}
        </span>
      </p>
      {fetcher.data === undefined ? null : (
        <PromotionPreview answer={fetcher.data} onCopy={(cart) => storeCarts([...carts, { ...cart, name: `${cart.name} (mine)` }])} />
      )}
    </div>
  );
}

/** The carts that this browser stored, with defaults for what earlier versions did not store. */
function readCarts(text: string | null): readonly OwnCart[] {
  const stored = jsonOf(text ?? "[]");
  return Array.isArray(stored)
    ? (stored as OwnCart[]).filter((cart) => Array.isArray(cart.lines)).map((cart) => ({ ...NEW_CART, ...cart }))
    : [];
}
