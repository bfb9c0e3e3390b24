import { isChoiceField, openingChoices, readChoiceFields } from "#app/catalogue/domain/customization/choice-fields.ts";
import { choiceProblems } from "#app/catalogue/domain/customization/customization-choices.ts";
import type { CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import type { OpeningOrder } from "#app/cart/ui/add/use-product-order.ts";
import { productQuery } from "./query.schema.ts";

/**
 * The initial state of a product page. Its address holds the choices (`choice`, `text:…`), `quantity`, and the `item` of the cart that is
 * being edited. After a rejected form without JavaScript it also holds `problem` and `note`.
 */
export function readProductAddress(groups: readonly CustomizationTemplate[], request: Request): OpeningOrder {
  const { quantity, note, item, itemId = item, problem } = readPageQuery(request, productQuery);
  const fields = new URL(request.url).searchParams;
  return {
    choices: openingChoices(groups, fields),
    quantity,
    note,
    itemId: itemId ?? null,
    isComplete: [...fields.keys()].some(isChoiceField),
    problems: problem === undefined ? [] : choiceProblems(groups, readChoiceFields(fields)),
  };
}
