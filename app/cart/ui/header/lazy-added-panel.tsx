import { useState, type ComponentType } from "react";
import { useLocation } from "react-router";
import type { AddedLine } from "#app/cart/ui/cart-answer.ts";
import { useCartChange } from "#app/cart/ui/cart-events.ts";

type Panel = ComponentType<{ readonly line: AddedLine; readonly onClose: () => void }>;

/** The width from which the panel fits; same as `lg:`. */
const WIDE = "(min-width: 1024px)";

/** Loads the added panel on first use on wide screens. */
export function LazyAddedPanel() {
  const { pathname } = useLocation();
  const [shown, setShown] = useState<{ readonly line: AddedLine; readonly path: string; readonly at: number } | null>(null);
  const [AddedPanel, setPanel] = useState<Panel | null>(null);
  useCartChange(({ added }) => {
    if (added == null || !matchMedia(WIDE).matches) return;
    setShown({ line: added, path: pathname, at: performance.now() });
    import("./added-panel.tsx").then(
      (loaded) => setPanel(() => loaded.AddedPanel),
      (error: unknown) => {
        // A TypeError means offline, which the badge shows; other errors are bugs.
        if (!(error instanceof TypeError)) throw error;
      },
    );
  });
  if (AddedPanel === null || shown === null || shown.path !== pathname || pathname === "/cart") return null;
  return <AddedPanel key={shown.at} line={shown.line} onClose={() => setShown(null)} />;
}
