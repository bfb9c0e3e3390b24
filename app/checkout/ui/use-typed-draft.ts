import { useEffect, useEffectEvent, type RefObject } from "react";

/** Removed by its prefix when the order is placed (clear-checkout-storage.ts). */
const STORE_KEY = "shopbell:checkout-typed";

interface Typed {
  readonly cartId: string | null;
  readonly values: Readonly<Record<string, string>>;
}

/** Stores the draft of this window until the server has it, so that a reload loses nothing. Calls `onRestored` after restoring. */
export function useTypedDraft(form: RefObject<HTMLFormElement | null>, cartId: string | null, onRestored: () => void): () => void {
  const restore = useEffectEvent(() => {
    const text = sessionStorage.getItem(STORE_KEY);
    const typed = text === null ? null : (JSON.parse(text) as Typed);
    if (typed === null || typed.cartId !== cartId || form.current === null) return;
    let hasChanged = false;
    for (const field of textFields(form.current)) {
      const value = typed.values[field.name];
      if (value === undefined || value === field.value) continue;
      field.value = value;
      hasChanged = true;
    }
    if (hasChanged) onRestored();
  });
  useEffect(() => {
    restore();
  }, []);
  return () => {
    if (form.current === null) return;
    const values = Object.fromEntries(textFields(form.current).map((field) => [field.name, field.value]));
    sessionStorage.setItem(STORE_KEY, JSON.stringify({ cartId, values } satisfies Typed));
  };
}

function textFields(form: HTMLFormElement): (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...form.elements].filter(
    (field): field is HTMLInputElement | HTMLTextAreaElement =>
      field instanceof HTMLTextAreaElement ||
      (field instanceof HTMLInputElement && ["text", "email", "tel"].includes(field.type) && field.name !== ""),
  );
}
