import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from "react";
import { chooseOption, shownChoices, writeText } from "#app/catalogue/domain/customization/choice-edits.ts";
import { choiceFields, isChoiceField } from "#app/catalogue/domain/customization/choice-fields.ts";
import { choiceProblems, unitPrice } from "#app/catalogue/domain/customization/customization-choices.ts";
import {
  deadEndOptionIds,
  visibleGroups,
  type Choice,
  type ChoiceProblem,
  type CustomizationTemplate,
} from "#app/catalogue/domain/customization/customization.ts";
import type { Cents } from "#app/values/money.ts";
import type { LineEffect } from "#app/promotions/domain/kinds/action-kind.ts";
import { saleTotal } from "./sale-total.ts";
import { fetchCartItem } from "./edited-item.ts";

/** Initial state, derived from the URL. */
export interface OpeningOrder {
  readonly choices: readonly Choice[];
  /** 1 to 99. */
  readonly quantity: number;
  readonly note: string;
  /** The edited cart item; null for a new one. */
  readonly itemId: string | null;
  /** False: the item's choices must be fetched, because pages contain no personal data. */
  readonly isComplete: boolean;
  /** Errors of the form without JavaScript. */
  readonly problems: readonly ChoiceProblem[];
}

export interface OrderedProduct {
  readonly id: number;
  readonly basePrice: Cents;
  readonly groups: readonly CustomizationTemplate[];
  /** The price with an offer; null: only the cart can compute it, undefined: none. */
  readonly saleEffect: LineEffect | null | undefined;
  /** For a product sold by weight, by number of steps. */
  readonly weights?: readonly StepOfWeight[];
}

/** Text and price of a number of steps. */
interface StepOfWeight {
  readonly text: string;
  readonly price: Cents;
}

/** Browsers limit history updates (100 in 30 s); do not update on each keystroke. */
const ADDRESS_DELAY_MS = 300;

/** State of a product page: choices, quantity, note, price and problems, computed with the server's rules and stored in the URL. */
export function useProductOrder(product: OrderedProduct, opening: OpeningOrder) {
  const { groups } = product;
  const [choices, setChoices] = useState(opening.choices);
  const [quantity, setQuantity] = useState(opening.quantity);
  const [note, setNote] = useState(opening.note);
  const [itemId, setItemId] = useState(opening.itemId);
  const [isAsked, setAsked] = useState(opening.problems.length > 0);
  const [earlier, setEarlier] = useState(opening.problems);
  const isTouched = useRef(false);

  const touch = (templateId: number) => {
    isTouched.current = true;
    setEarlier((all) => all.filter((problem) => problem.templateId !== templateId));
  };

  useCartItem(opening, (item) => {
    if (isTouched.current) return;
    if (item === null || item.productId !== product.id) return setItemId(null);
    setChoices(item.choices);
    setQuantity(item.quantity);
    setNote(item.note);
  });
  useChoicesInAddress(isTouched, groups, choices, quantity);

  const problems = useMemo(() => choiceProblems(groups, choices), [groups, choices]);
  const price = useMemo(() => unitPrice(product.basePrice, groups, choices), [product.basePrice, groups, choices]);
  const visible = useMemo(() => visibleGroups(groups, choices), [groups, choices]);
  const blockedIds = useMemo(() => deadEndOptionIds(groups), [groups]);

  const weight = product.weights?.[quantity];

  return {
    choices,
    quantity,
    weight: weight?.text,
    note,
    itemId,
    /** The price of one unit. */
    price,
    total: weight ? Math.max(0, weight.price + price - product.basePrice) : saleTotal(product.saleEffect, price, quantity),
    visible,
    blockedIds,
    problems,
    /** A group's message: too many immediately, missing only after an attempt to order. */
    problemOf(templateId: number): string | null {
      const groupProblem = problems.find(
        (problem) => problem.templateId === templateId && (isAsked || problem.code === "too-many" || problem.code === "text-too-long"),
      );
      return groupProblem?.message ?? earlier.find((problem) => problem.templateId === templateId)?.message ?? null;
    },
    /** URL problems without a group of this product. */
    strangeProblem: earlier.find((problem) => !groups.some((group) => group.id === problem.templateId))?.message ?? null,
    ask: () => setAsked(true),
    choose: (group: CustomizationTemplate, optionId: number, units: number) => {
      touch(group.id);
      setChoices((all) => chooseOption(groups, all, group, optionId, units));
    },
    write: (group: CustomizationTemplate, text: string) => {
      touch(group.id);
      setChoices((all) => writeText(all, group, text));
    },
    setQuantity: (next: number) => {
      isTouched.current = true;
      setQuantity(next);
    },
    setNote: (next: string) => {
      isTouched.current = true;
      setNote(next);
    },
  };
}

/** Fetches the edited item, if the page does not have its choices. Null = it no longer exists. */
function useCartItem({ itemId, isComplete }: OpeningOrder, onItem: (item: Awaited<ReturnType<typeof fetchCartItem>>) => void): void {
  const show = useEffectEvent(onItem);
  useEffect(() => {
    if (itemId === null || isComplete) return;
    const abort = new AbortController();
    const load = async () => {
      const item = await fetchCartItem(itemId, abort.signal);
      if (!abort.signal.aborted) show(item);
    };
    void load();
    return () => abort.abort();
  }, [itemId, isComplete]);
}

/** After the first change by the customer. */
function useChoicesInAddress(
  isTouched: RefObject<boolean>,
  groups: readonly CustomizationTemplate[],
  choices: readonly Choice[],
  quantity: number,
): void {
  useEffect(() => {
    if (!isTouched.current) return;
    const { pathname } = location;
    const timer = setTimeout(() => {
      // The next page's URL arrives just before this page unmounts.
      if (location.pathname === pathname) replaceAddress(shownChoices(groups, choices), quantity);
    }, ADDRESS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isTouched, groups, choices, quantity]);
}

/** Stores the choices in the URL without navigation, for sharing and Back. Other parameters stay. */
function replaceAddress(choices: readonly Choice[], quantity: number): void {
  const query = new URLSearchParams(choiceFields(choices).map(([name, value]) => [name, value]));
  if (quantity > 1) query.set("quantity", String(quantity));
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (!isChoiceField(name) && name !== "quantity" && name !== "problem" && name !== "note") query.append(name, value);
  }
  // Colons are valid in a query and more readable.
  history.replaceState(history.state, "", `${location.pathname}?${query.toString().replaceAll("%3A", ":")}${location.hash}`);
}
