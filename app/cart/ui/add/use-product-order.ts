import { useEffect, useMemo, useRef, useState } from "react";
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

/** What the page opens with; all of it follows from its address. */
export interface OpeningOrder {
  readonly choices: readonly Choice[];
  /** 1 to 99. */
  readonly quantity: number;
  readonly note: string;
  /** The cart item that is being edited; null = a new one. */
  readonly itemId: string | null;
  /** False: what was chosen for that item has to be asked for in the browser, because pages hold nothing personal. */
  readonly isComplete: boolean;
  /** What was wrong when the form came back without script. */
  readonly problems: readonly ChoiceProblem[];
}

export interface OrderedProduct {
  readonly id: number;
  readonly basePrice: Cents;
  readonly groups: readonly CustomizationTemplate[];
  /** What an offer makes of it; null = only the cart can tell, undefined = there is none. */
  readonly saleEffect: LineEffect | null | undefined;
}

/** Replacing the address is limited by browsers (100 times in 30 s); typing must not use that up. */
const ADDRESS_DELAY_MS = 300;

/** The state of a product page: choices, quantity and note, their price and problems, all computed by the rules the server uses; kept in the address. */
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

  useEffect(() => {
    if (opening.itemId === null || opening.isComplete) return;
    const abort = new AbortController();
    const load = async (id: string) => {
      const item = await fetchCartItem(id, abort.signal);
      if (abort.signal.aborted || isTouched.current) return;
      if (item === null || item.productId !== product.id) return setItemId(null);
      setChoices(item.choices);
      setQuantity(item.quantity);
      setNote(item.note);
    };
    void load(opening.itemId);
    return () => abort.abort();
  }, [opening.itemId, opening.isComplete, product.id]);

  useEffect(() => {
    if (!isTouched.current) return;
    const { pathname } = location;
    const timer = setTimeout(() => {
      // The next page's address comes a moment before this page goes.
      if (location.pathname === pathname) replaceAddress(shownChoices(groups, choices), quantity);
    }, ADDRESS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [groups, choices, quantity]);

  const problems = useMemo(() => choiceProblems(groups, choices), [groups, choices]);
  const price = useMemo(() => unitPrice(product.basePrice, groups, choices), [product.basePrice, groups, choices]);
  const visible = useMemo(() => visibleGroups(groups, choices), [groups, choices]);
  const blockedIds = useMemo(() => deadEndOptionIds(groups), [groups]);

  return {
    choices,
    quantity,
    note,
    itemId,
    /** Of one unit. */
    price,
    total: saleTotal(product.saleEffect, price, quantity),
    visible,
    blockedIds,
    problems,
    /** The sentence a group shows: too many at once is said at once, what is missing only after somebody tried to order. */
    problemOf(templateId: number): string | null {
      const own = problems.find(
        (problem) => problem.templateId === templateId && (isAsked || problem.code === "too-many" || problem.code === "text-too-long"),
      );
      return own?.message ?? earlier.find((problem) => problem.templateId === templateId)?.message ?? null;
    },
    /** Problems of the address that belong to no group of this product. */
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

/** Writes the choices into the address without a navigation, so that a shared link and the Back button find them. Other parameters stay. */
function replaceAddress(choices: readonly Choice[], quantity: number): void {
  const query = new URLSearchParams(choiceFields(choices).map(([name, value]) => [name, value]));
  if (quantity > 1) query.set("quantity", String(quantity));
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (!isChoiceField(name) && name !== "quantity" && name !== "problem" && name !== "note") query.append(name, value);
  }
  // A colon may stand in a query as it is, and reads better.
  history.replaceState(history.state, "", `${location.pathname}?${query.toString().replaceAll("%3A", ":")}${location.hash}`);
}
