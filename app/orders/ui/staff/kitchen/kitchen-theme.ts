import { useEffect } from "react";

/** The kitchen's screen in the dark: the same words, dimmed light. Every pair keeps 4.5 : 1. */
const DARK: Readonly<Record<string, string>> = {
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
  "color-scheme": "dark",
};

/**
 * Darkens the whole document while the kitchen's screen wants it, so that no banner above it is left light. What keeps its own colour then says so
 * with `in-data-dark:`.
 */
export function useDark(isDark: boolean): void {
  useEffect(() => {
    if (!isDark) return;
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(DARK)) style.setProperty(name, value);
    document.documentElement.toggleAttribute("data-dark", true);
    return () => {
      for (const name of Object.keys(DARK)) style.removeProperty(name);
      document.documentElement.toggleAttribute("data-dark", false);
    };
  }, [isDark]);
}
