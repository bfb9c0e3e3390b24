import { useContext, useEffect } from "react";
import { isLostConnection } from "#app/kit/lost-connection.ts";
import { RecordContext } from "#app/kit/record/record-state.ts";
import type { Warning } from "#app/promotions/domain/warnings.ts";
import { readJson, staffFetch } from "#app/kit/session.ts";

/** The rule in words, its errors and warnings, as checked by the server. */
export interface Readback {
  readonly sentence: string;
  readonly warnings: readonly Warning[];
  readonly conflicts: readonly string[];
}

const TYPING_MS = 300;

interface PromotionReadbackProps {
  readonly id: number | null;
  readonly shown: Readback;
  /** Called with the server's check of the current form. */
  readonly onRead: (readback: Readback) => void;
}

/** Messages by field. */
export function notesOf({ warnings }: Readback): Readonly<Record<string, readonly string[]>> {
  const about = warnings.filter(({ field }) => field !== null);
  return Object.fromEntries(
    Map.groupBy(about, ({ field }) => field ?? "")
      .entries()
      .map(([field, all]) => [field, all.map(({ text }) => text)]),
  );
}

/** The rule of the form in one sentence, with warnings that staff should read before they switch it on. */
export function PromotionReadback({ id, shown, onRead }: PromotionReadbackProps) {
  const texts = useContext(RecordContext)?.texts;
  useEffect(() => {
    if (texts === undefined) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const body = new URLSearchParams({ ...texts, id: String(id ?? 0) });
        const response = await staffFetch("/admin/promotions/check", { method: "POST", body, signal: abort.signal });
        if (response.ok) onRead(await readJson<Readback>(response));
      } catch (error) {
        if (!abort.signal.aborted && !isLostConnection(error)) throw error;
      }
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [texts, id, onRead]);
  const { sentence, conflicts } = shown;
  const warnings = shown.warnings.filter(({ field }) => field === null);
  return (
    <section aria-label="In one sentence" aria-live="polite" className="rounded border border-hairline bg-surface p-4">
      <p className="font-display text-lg">{sentence}</p>
      {conflicts.length === 0 ? null : (
        <ul className="mt-2 list-disc pl-5 text-sm text-ink-2">
          {conflicts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {warnings.length === 0 ? null : (
        <ul aria-label="Look again" className="mt-2 list-disc pl-5 text-sm font-semibold text-beet">
          {warnings.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
