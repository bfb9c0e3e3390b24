import { KeyboardIcon } from "lucide-react";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { Announcer } from "#app/kit/focus/announcer.tsx";
import { useShortcutKeys, useShortcutList, useShortcuts } from "#app/kit/hooks/use-shortcuts.ts";
import type { AdminSection } from "./navigation.ts";

/** The keyboard shortcuts of the staff area, their list, and the switch that turns the single keys off. */
export function Shortcuts({ sections }: { readonly sections: readonly AdminSection[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const show = () => {
    setOpen(true);
    dialog.current?.showModal();
  };
  useShortcuts([
    ...sections.map((section) => ({ keys: `g ${section.key}`, label: section.label, run: () => void navigate(section.path) })),
    { keys: "/", label: "Search on this page", run: focusSearch },
    { keys: "?", label: "This list", run: show },
  ]);
  const [isOn, setOn] = useShortcutKeys();
  const shortcuts = useShortcutList();
  return (
    <>
      <button
        type="button"
        onClick={show}
        className="inline-flex min-h-8 max-sm:min-h-11 items-center gap-1.5 text-left underline underline-offset-2 hover:text-ink"
      >
        <KeyboardIcon aria-hidden className="size-4" /> Keyboard shortcuts
      </button>
      <dialog
        ref={dialog}
        aria-labelledby="shortcuts-title"
        onClose={() => setOpen(false)}
        className="m-auto max-h-[90dvh] w-[min(44rem,calc(100vw-2rem))] overflow-y-auto rounded border border-hairline bg-surface p-6 text-sm text-ink shadow-float"
      >
        <h2 id="shortcuts-title" className="rule pb-2 text-xl">
          Keyboard shortcuts
        </h2>
        <ul className="mt-3 gap-x-8 sm:columns-2">
          {shortcuts.map((shortcut) => (
            <Row key={shortcut.keys} keys={shortcut.keys} label={shortcut.label} />
          ))}
        </ul>
        <label className="mt-4 flex min-h-8 max-sm:min-h-11 items-center gap-2">
          <input type="checkbox" checked={isOn} onChange={(event) => setOn(event.target.checked)} className="size-5 accent-primary" />
          Single keys are on
        </label>
        <form method="dialog" className="mt-4 text-right">
          <Button type="submit" size="desk" look="outline">
            Close
          </Button>
        </form>
        {isOpen ? <Announcer /> : null}
      </dialog>
    </>
  );
}

function Row({ keys, label }: { readonly keys: string; readonly label: string }) {
  return (
    <li className="flex break-inside-avoid items-baseline gap-2 py-1">
      {label}
      <span aria-hidden className="leader" />
      <span className="flex gap-1">
        {keys.split(/[ +]/).map((key) => (
          <kbd key={key} className="rounded-tag border border-field px-1.5 py-0.5 font-sans text-xs whitespace-nowrap">
            {key === "mod" ? "Ctrl / ⌘" : `${key.slice(0, 1).toUpperCase()}${key.slice(1)}`}
          </kbd>
        ))}
      </span>
    </li>
  );
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>("main input[type=search]")?.focus();
}
