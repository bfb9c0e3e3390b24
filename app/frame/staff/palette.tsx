import { SearchIcon } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { Announcer } from "#app/kit/focus/announcer.tsx";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { useShortcuts } from "#app/kit/hooks/use-shortcuts.ts";
import { useSession } from "#app/kit/session.ts";
import type { AdminSection } from "./navigation.ts";

/** Loaded when it is opened for the first time. */
const PaletteList = lazy(() => import("./palette-list.tsx"));

interface PaletteProps {
  readonly sections: readonly AdminSection[];
  /** Searches orders only, or everything. */
  /** null = this user finds only pages. */
  readonly searchCall: string | null;
}

/** Ctrl+K: a search for pages, records and actions. */
export function Palette({ sections, searchCall }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isClient = useIsClient();
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState(key);
  useShortcuts([{ keys: "mod+k", label: "Search pages, records and actions", run: () => show() }]);
  const show = () => {
    setOpenedAt(key);
    setOpen(true);
  };
  const session = useSession();
  // A native dialog would cover the sign-in dialog.
  const isShown = isOpen && openedAt === key && session === "active";
  useEffect(() => {
    if (isShown) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isShown]);
  if (!isClient) return null;
  return (
    <>
      <button
        type="button"
        onClick={show}
        aria-keyshortcuts="Control+K Meta+K"
        className="inline-flex min-h-11 items-center gap-2 rounded px-2 text-sm text-ink-2 hover:bg-canvas hover:text-ink lg:min-h-9 lg:border lg:border-hairline lg:px-3"
      >
        <SearchIcon aria-hidden className="size-5 lg:size-4" />
        <span className="max-lg:sr-only">Search</span>
        <kbd aria-hidden className="hidden font-sans text-xs lg:inline">
          Ctrl K
        </kbd>
      </button>
      <dialog
        ref={dialog}
        aria-label="Search"
        onClose={() => setOpen(false)}
        className="mx-auto mt-[10dvh] mb-auto w-[min(36rem,calc(100vw-1.5rem))] rounded border border-hairline bg-surface p-0 text-sm text-ink shadow-float"
      >
        {isShown ? (
          <>
            <Suspense fallback={<p className="p-4 text-ink-2">Loading…</p>}>
              <PaletteList sections={sections} searchCall={searchCall} onClose={() => setOpen(false)} />
            </Suspense>
            <Announcer />
          </>
        ) : null}
      </dialog>
    </>
  );
}
