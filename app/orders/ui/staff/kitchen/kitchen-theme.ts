import type { CSSProperties } from "react";

/** The kitchen's screen in the dark: the same words, dimmed light. Every pair keeps 4.5 : 1. */
export const DARK = {
  "--color-canvas": "#0e1311",
  "--color-surface": "#18201d",
  "--color-ink": "#f2f6f3",
  "--color-ink-2": "#bcc8c1",
  "--color-muted": "#9fada5",
  "--color-hairline": "#3a4740",
  "--color-field": "#7d8b83",
  "--color-primary": "#7fd3b3",
  "--color-primary-hover": "#a6e3cb",
  "--color-primary-tint": "#17372c",
  "--color-beet-tint": "#4a1521",
  "--color-harbour": "#9cc2f5",
  "--color-harbour-tint": "#1b2f4b",
  "--color-leaf": "#7ed3a1",
  "--color-leaf-tint": "#163624",
  "--color-saffron-tint": "#453710",
  colorScheme: "dark",
} as CSSProperties;
