import type { ListFilter } from "#app/kit/list/list-columns.ts";

/** Of which time a list of offers shows what they gave away. */
export const FIGURES_FILTER: ListFilter = {
  name: "range",
  label: "Figures of",
  options: [
    { value: "week", label: "7 days" },
    { value: "30-days", label: "30 days" },
    { value: "90-days", label: "90 days" },
  ],
};
