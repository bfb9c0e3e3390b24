import { amountText } from "#app/values/money.ts";
import { parseAmount } from "#app/values/money/money-input.ts";
import { parseStored, storedAmount } from "#app/values/money/stored-amount.ts";
import type { FileTemplate } from "#app/content/domain/configured-template.schema.ts";

/* A file has prices in plain digits of its currency; templates are compared in the notation of stored amounts. */

/** A template as a file of this currency has it. */
export function writtenTemplate(template: FileTemplate, currency: string): FileTemplate {
  return withPrices(template, (text) => {
    const cents = parseStored(text, Number.MAX_SAFE_INTEGER);
    return cents.ok ? amountText(cents.value, currency) : text;
  });
}

/** A template of a file; a price that cannot be read keeps its text and the currency, to be refused. */
export function readTemplate(template: FileTemplate, currency: string): FileTemplate {
  return withPrices(template, (text) => {
    const cents = parseAmount(text, currency);
    return cents.ok ? storedAmount(cents.value) : `${currency} ${text}`;
  });
}

function withPrices(template: FileTemplate, write: (text: string) => string): FileTemplate {
  return {
    ...template,
    options: template.options.map((option) => ({
      ...option,
      price: write(option.price),
      prices: option.prices.map((each) => ({ ...each, price: write(each.price) })),
    })),
    products: template.products.map((use) => ({
      ...use,
      options: use.options.map((each) => (each.price === undefined ? each : { ...each, price: write(each.price) })),
    })),
  };
}
