import { isChoiceField, openingChoices, readChoiceFields } from "#app/catalogue/domain/choice-fields.ts";
import { choiceProblems } from "#app/catalogue/domain/customization-choices.ts";
import type { CustomizationTemplate } from "#app/catalogue/domain/customization.ts";
import { MAX_NOTE_LENGTH, MAX_QUANTITY } from "#app/values/limits.ts";
import type { OpeningOrder } from "#app/cart/ui/add/use-product-order.ts";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * What a product page opens with. Its address holds the choices (`choice`, `text:…`), `quantity`, the `item` of the cart that is being edited,
 * and `problem` when a form without script came back; `note` only then.
 */
export function readProductAddress(groups: readonly CustomizationTemplate[], query: URLSearchParams): OpeningOrder {
  const item = query.get("item") ?? query.get("itemId") ?? "";
  const hasChoices = [...query.keys()].some(isChoiceField);
  return {
    choices: openingChoices(groups, query),
    quantity: /^[1-9]\d?$/.test(query.get("quantity") ?? "") ? Math.min(Number(query.get("quantity")), MAX_QUANTITY) : 1,
    note: (query.get("note") ?? "").slice(0, MAX_NOTE_LENGTH),
    itemId: UUID.test(item) ? item.toLowerCase() : null,
    isComplete: hasChoices,
    problems: query.has("problem") ? choiceProblems(groups, readChoiceFields(query)) : [],
  };
}
