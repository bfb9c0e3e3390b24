import { useRef } from "react";
import { Form, useFetcher, useSubmit } from "react-router";
import type { Sellable } from "#app/catalogue/domain/sellable.ts";
import { Button } from "#app/kit/button.tsx";
import { useChangeAnnouncement } from "#app/kit/focus/use-change-announcement.ts";
import { MAX_SEARCH_LENGTH } from "#app/values/limits.ts";

export interface SellOutFound {
  /** The search text. */
  readonly q: string;
  readonly found: readonly Sellable[];
}

const TYPING_MS = 300;

/** Marks an item as sold out until tomorrow or until restored. */
export function SellOut({ q, found }: SellOutFound) {
  const fetcher = useFetcher<{ message: string }>({ key: "live-controls" });
  const submit = useSubmit();
  useChangeAnnouncement(q, foundWords(q, found));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (
    <div className="grid gap-2 border-t border-hairline p-3">
      <Form method="get" preventScrollReset className="flex flex-wrap items-end gap-2">
        <label className="grid min-w-0 grow gap-1 font-semibold sm:max-w-sm">
          Mark as sold out
          <input
            type="search"
            name="sellout"
            defaultValue={q}
            maxLength={MAX_SEARCH_LENGTH}
            placeholder="Product or option"
            autoComplete="off"
            className="control min-h-11 w-full font-normal"
            onChange={({ currentTarget: { form } }) => {
              clearTimeout(timer.current);
              timer.current = setTimeout(() => void submit(form, { replace: true, preventScrollReset: true }), TYPING_MS);
            }}
          />
        </label>
        <span className="hidden noscript:block">
          <Button type="submit" look="outline">
            Find
          </Button>
        </span>
      </Form>
      {q !== "" && found.length === 0 ? <p className="text-ink-2">{foundWords(q, found)}</p> : null}
      <fetcher.Form method="post">
        <input type="hidden" name="intent" value="live" />
        <ul>
          {found.map((each) => (
            <li key={`${each.kind} ${each.id}`} className="flex flex-wrap items-center gap-2 border-b border-hairline py-1.5">
              <span className="min-w-40 grow basis-60 wrap-anywhere">
                <strong>{each.name}</strong>
                <span className="block text-ink-2">{withinWords(each)}</span>
              </span>
              {each.isSoldOut ? (
                <SellOutButton name="back" value={`${each.kind} ${each.id}`} label="Sell again" what={each.name} />
              ) : (
                <>
                  <SellOutButton name="out" value={`${each.kind} ${each.id} today`} label="Sold out today" what={each.name} />
                  <SellOutButton name="out" value={`${each.kind} ${each.id} open`} label="Sold out indefinitely" what={each.name} />
                </>
              )}
            </li>
          ))}
        </ul>
      </fetcher.Form>
    </div>
  );
}

/** The announcement of the search result. */
function foundWords(q: string, found: SellOutFound["found"]): string {
  if (q === "") return "Nothing is searched.";
  return found.length === 0
    ? `No product and no option is called “${q}”.`
    : `${found.length} found: ${found.map(({ name }) => name).join(", ")}`;
}

interface SellOutButtonProps {
  readonly name: "out" | "back";
  readonly value: string;
  readonly label: string;
  readonly what: string;
}

function SellOutButton({ name, value, label, what }: SellOutButtonProps) {
  return (
    <Button type="submit" name={name} value={value} look="outline" className="min-h-11 px-3">
      {label}
      <span className="sr-only">: {what}</span>
    </Button>
  );
}

/** What selling out affects: "in Pizza, Lunch", "offered with Latte, Mocha and 4 more". */
function withinWords({ kind, within, withinCount }: SellOutFound["found"][number]): string {
  if (withinCount === 0) return kind === "product" ? "in no category" : "offered with no product";
  const more = withinCount > within.length ? ` and ${withinCount - within.length} more` : "";
  return `${kind === "product" ? "in" : "offered with"} ${within.join(", ")}${more}`;
}
