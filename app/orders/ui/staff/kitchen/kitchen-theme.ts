import { useEffect } from "react";

/**
 * Darkens the whole document while the kitchen's screen wants it, so that no banner above it is left light: frame/staff.css has the colours. What
 * keeps its own colour then says so with `in-data-dark:`.
 */
export function useDark(isDark: boolean): void {
  useEffect(() => {
    if (!isDark) return;
    document.documentElement.toggleAttribute("data-dark", true);
    return () => void document.documentElement.toggleAttribute("data-dark", false);
  }, [isDark]);
}
