import { useEffect, useRef } from "react";

/** Focuses the scan field when the part of the page with the focused button is removed. */
export function useScanFocus(isThere: boolean): void {
  const wasThere = useRef(false);
  useEffect(() => {
    if (wasThere.current && !isThere && document.activeElement?.tagName !== "INPUT") document.getElementById("scan")?.focus();
    wasThere.current = isThere;
  }, [isThere]);
}
