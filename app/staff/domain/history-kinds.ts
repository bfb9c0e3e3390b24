import { SECTION_KINDS } from "./sections.ts";

/** Filters of the history. Some actions have no record: the subject's first word decides. */
export const HISTORY_KINDS: readonly { readonly kind: string; readonly label: string }[] = [
  ...SECTION_KINDS,
  { kind: "denied", label: "Denied attempts" },
];
