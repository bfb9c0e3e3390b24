import { useEffect, useRef } from "react";

/** Focuses the field for scans when a part of the page goes away with the button that had the focus. */
export function useScanFocus(isThere: boolean): void {
  const wasThere = useRef(false);
  useEffect(() => {
    if (wasThere.current && !isThere && document.activeElement?.tagName !== "INPUT") document.getElementById("scan")?.focus();
    wasThere.current = isThere;
  }, [isThere]);
}
