import { useRef } from "react";
import { linkWords } from "#app/content/domain/menu-targets.ts";
import { useSettledAnnouncement } from "#app/kit/focus/use-settled-announcement.ts";

/** The meaning of an address in words, and the props of its field. The words change with each key and are announced on blur. */
export function useLinkWords(url: string, isNewTab: boolean) {
  const ref = useRef<HTMLInputElement>(null);
  const words = linkWords(url, isNewTab);
  const settle = useSettledAnnouncement(words, () => document.activeElement === ref.current);
  return { words, field: { ref, onBlur: settle } };
}
