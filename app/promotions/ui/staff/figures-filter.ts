import type { ListFilter } from "#app/kit/list/list-columns.ts";

/** The period for which a list of offers shows discounts. */
export const FIGURES_FILTER: ListFilter = {
  name: "range",
  label: "Figures of",
  options: [
    { value: "week", label: "7 days" },
    { value: "30-days", label: "30 days" },
    { value: "90-days", label: "90 days" },
  ],
};
