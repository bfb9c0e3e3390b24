import { blankOption } from "#app/catalogue/domain/customization/option-rows.ts";

/** An option's row as the browser sends it. */
export const optionRow = (name: string, over: Record<string, unknown> = {}) => ({ ...blankOption(""), name, ...over });
const FIELDS = {
  name: "Milk for drinks",
  title: "Choose your milk",
  help: "",
  kind: "single",
  minSelect: "1",
  maxSelect: "",
  maxPerOption: "",
  freeCount: "0",
  maxLength: "",
  kitchenLabel: "",
  showWhenOptionIds: "",
  priceOptionIds: "",
};
/** The form of a single choice with these options. */
export const templateForm = (over: Record<string, string>, ...options: unknown[]) => ({
  ...FIELDS,
  ...over,
  options: JSON.stringify(options),
});
