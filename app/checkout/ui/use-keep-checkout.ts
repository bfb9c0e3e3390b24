import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import { useFetcher, useFetchers } from "react-router";
import { useHasUnsentChanges } from "#app/cart/ui/lines/unsent-changes.ts";
import { useWhenBack } from "#app/kit/hooks/use-when-back.ts";
import type { FormAnswer } from "./form-answer.ts";
import { drawnText, textsOf, typedText } from "./form-text.ts";
import { useTypedDraft } from "./use-typed-draft.ts";

/** Sends the form's values as they change. `onEarly` gets the choices made before hydration. */
export function useKeepCheckout(
  form: RefObject<HTMLFormElement | null>,
  { cartId, isPrefilled }: { readonly cartId: string | null; readonly isPrefilled: boolean },
  onEarly: (values: ReturnType<typeof textsOf>) => void,
) {
  const keeper = useFetcher<FormAnswer>({ key: "checkout" });
  const kept = useRef("");
  const keeping = useRef(Promise.resolve());
  // The quantity controls are next to the form.
  const hasUnsent = useHasUnsentChanges();
  const isCartChanging = useFetchers().some((each) => each.formAction === "/cart");

  /** Sends unsaved form values; resolves with the response. */
  const keep = (): Promise<void> => {
    if (form.current === null) return keeping.current;
    const fields = new FormData(form.current);
    const text = typedText(form.current);
    if (text === kept.current) return keeping.current;
    kept.current = text;
    fields.set("intent", "update");
    keeping.current = keeper.submit(fields, { method: "post", action: "/checkout", preventScrollReset: true });
    return keeping.current;
  };
  const isLost = useWhenBack(() => {
    kept.current = "";
    void keep();
  });
  const remember = useTypedDraft(form, cartId, () => void keep());
  const takeEarlyChoices = useEffectEvent(() => {
    if (form.current === null) return;
    // Prefilled values are sent like typed ones, because they affect the price.
    if (!isPrefilled) kept.current ||= drawnText(form.current);
    if (typedText(form.current) === kept.current) return;
    onEarly(textsOf(new FormData(form.current)));
    void keep();
  });
  useEffect(() => {
    takeEarlyChoices();
  }, []);
  return { keep, remember, isLost, isPricing: keeper.state !== "idle" || isCartChanging || hasUnsent, errors: keeper.data?.errors };
}
