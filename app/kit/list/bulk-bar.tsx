import { Form, useNavigation } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { ConfirmButton } from "#app/kit/confirm.tsx";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import type { ListAct } from "./list-columns.ts";
import type { SelectionControl } from "./use-selection.ts";

export const BULK_FORM = "bulk";

interface BulkBarProps {
  readonly selection: SelectionControl;
  readonly pageIds: readonly string[];
  readonly total: number;
  readonly acts: readonly ListAct[];
  /** "categories" */
  readonly nouns: string;
}

/** What can be done to the chosen rows. Without scripts it always stands below the list, and the rows' boxes belong to its form. */
export function BulkBar({ selection, pageIds, total, acts, nouns }: BulkBarProps) {
  const isClient = useIsClient();
  const isBusy = useNavigation().state !== "idle";
  const { selected } = selection;
  const count = selected === "all" ? total : selected.length;
  const isWholePage = selected !== "all" && pageIds.length > 0 && pageIds.every((id) => selected.includes(id));
  if (isClient && count === 0) return <p role="status" className="sr-only" />;
  return (
    <div
      className={`sticky bottom-[var(--dock,0px)] z-20 -mx-4 ${isClient ? "flex" : "hidden noscript:flex"} flex-wrap items-center gap-x-4 gap-y-2 border-t-2 border-ink bg-surface px-4 py-2.5 sm:-mx-6 sm:px-6`}
    >
      {isClient ? (
        <>
          <p role="status" className="figures font-semibold">
            {selected === "all" ? `All ${total} ${nouns} that match` : `${count} chosen`}
          </p>
          {isWholePage && total > pageIds.length ? (
            <button type="button" onClick={selection.chooseAll} className="min-h-8 text-primary underline underline-offset-2">
              Choose all {total} that match
            </button>
          ) : null}
          <button type="button" onClick={selection.clear} className="min-h-8 text-primary underline underline-offset-2">
            Choose none
          </button>
        </>
      ) : null}
      <Form id={BULK_FORM} method="post" className="ml-auto flex flex-wrap items-center gap-2">
        {isClient ? (
          <input type="hidden" name="selected" value={selected === "all" ? "all" : selected.join(",")} />
        ) : (
          <label className="flex min-h-8 items-center gap-2">
            <input type="checkbox" name="selected" value="all" className="size-5 accent-primary" /> All {total} that match
          </label>
        )}
        {acts.map(({ intent, label, isDanger = false, question }) => {
          const button = {
            name: "intent",
            value: intent,
            size: "desk",
            look: isDanger ? "danger-outline" : "outline",
            disabled: isBusy,
            className: "max-sm:min-h-11",
            children: label,
          } as const;
          return question === undefined ? (
            <Button key={intent} type="submit" {...button} />
          ) : (
            <ConfirmButton key={intent} question={question(count)} {...button} />
          );
        })}
      </Form>
    </div>
  );
}
