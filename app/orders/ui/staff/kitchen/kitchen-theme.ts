import { useEffect } from "react";

/**
 * Sets a dark theme on the document for the kitchen screen, banners included (colours in frame/staff.css). Elements that keep their colour use
 * `in-data-dark:`.
 */
export function useDark(isDark: boolean): void {
  useEffect(() => {
    if (!isDark) return;
    document.documentElement.toggleAttribute("data-dark", true);
    return () => void document.documentElement.toggleAttribute("data-dark", false);
  }, [isDark]);
}
