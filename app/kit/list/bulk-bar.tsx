import type { MoneyFormat } from "#app/values/money.ts";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { formatNumber } from "#app/values/number.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { ChevronUpIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { useNavigation, useSearchParams } from "react-router";
import { Button, buttonClass, ButtonLink } from "#app/kit/button.tsx";
import { ConfirmButton } from "#app/kit/confirm.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import type { ListAct } from "./list-columns.ts";
import type { Selected, SelectionControl } from "./use-selection.ts";

export const BULK_FORM = "bulk";

interface BulkBarProps {
  readonly selection: SelectionControl;
  readonly pageIds: readonly string[];
  readonly total: number;
  readonly isTotalCapped: boolean;
  readonly acts: readonly ListAct[];
  /** "categories" */
  readonly nouns: string;
}

const BAR =
  "sticky bottom-(--edge) z-20 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t-2 border-ink bg-surface px-4 py-2.5 max-sm:gap-x-3 max-sm:gap-y-0 max-sm:py-1.5 sm:-mx-6 sm:px-6";

/**
 * The actions for the selected rows. Without scripts the bar is always shown below the list, and the rows' checkboxes belong to its form.
 */
export function BulkBar(props: BulkBarProps) {
  const isClient = useIsClient();
  const format = useMoneyFormat();
  const { selection, total, nouns } = props;
  const { selected } = selection;
  const count = selected === "all" ? total : selected.length;
  if (!isClient)
    return (
      <div className={BAR}>
        <BulkForm {...props} count={count} isClient={false} />
      </div>
    );
  const words = selected === "all" ? `All ${numberOf(props, format)}${nouns} that match` : `${formatNumber(count, format)} selected`;
  return (
    <div className={count === 0 ? "sr-only" : BAR}>
      {/* Rendered even if nothing is selected: a live region that is added with its text is not announced. */}
      <p role="status" className="figures font-semibold">
        {count === 0 ? "" : words}
      </p>
      {count === 0 ? null : (
        <>
          <Choosers {...props} />
          <BulkForm {...props} count={count} isClient />
        </>
      )}
    </div>
  );
}

/** "1,204 ", or "" for a long table that is not counted to its end. */
function numberOf({ total, isTotalCapped }: Pick<BulkBarProps, "total" | "isTotalCapped">, format: MoneyFormat): string {
  return isTotalCapped ? "" : `${formatNumber(total, format)} `;
}

function Choosers({ selection, pageIds, total, isTotalCapped }: BulkBarProps) {
  const format = useMoneyFormat();
  const { selected } = selection;
  const isWholePage = selected !== "all" && pageIds.length > 0 && pageIds.every((id) => selected.includes(id));
  return (
    <>
      {isWholePage && (total > pageIds.length || isTotalCapped) ? (
        <ChooseButton what={`all ${numberOf({ total, isTotalCapped }, format)}that match`} onPress={selection.chooseAll} />
      ) : null}
      {isWholePage || selected === "all" ? null : (
        // Wide screens have a checkbox for it in the table's head.
        <ChooseButton what="whole page" onPress={() => selection.choosePage(true)} className="md:hidden" />
      )}
      <ChooseButton what="none" onPress={selection.clear} />
    </>
  );
}

interface BulkFormProps extends BulkBarProps {
  readonly count: number;
  readonly isClient: boolean;
}

function BulkForm({ selection: { selected }, acts, count, isClient, ...totals }: BulkFormProps) {
  const format = useMoneyFormat();
  const isMinor = (act: ListAct) => act.isMinor === true || act.field !== undefined;
  const minor = acts.filter(isMinor);
  const major = acts.filter((act) => !isMinor(act));
  // A phone has room for one button next to the count: several are moved into a menu.
  const isCramped = major.length + (minor.length === 0 ? 0 : 1) > 1;
  return (
    <PostForm id={BULK_FORM} className="ml-auto flex flex-wrap items-center gap-2">
      {isClient ? (
        <input type="hidden" name="selected" value={selected === "all" ? "all" : selected.join(",")} />
      ) : (
        <label className="flex min-h-8 items-center gap-2">
          <input type="checkbox" name="selected" value="all" className="size-5 accent-primary" /> All {numberOf(totals, format)}that match
        </label>
      )}
      {major.map((act) => (
        <ActButton key={act.intent} act={act} count={count} selected={selected} className={isCramped ? "max-sm:hidden" : ""} />
      ))}
      {isCramped || minor.length > 0 ? <MoreActs acts={minor} onPhone={isCramped ? major : []} count={count} selected={selected} /> : null}
    </PostForm>
  );
}

interface ChooseButtonProps {
  readonly what: string;
  readonly onPress: () => void;
  readonly className?: string;
}

/** "Select none"; on a phone "None", next to the number of selected rows. */
function ChooseButton({ what, onPress, className = "" }: ChooseButtonProps) {
  return (
    <button type="button" onClick={onPress} className={`min-h-8 text-primary underline underline-offset-2 max-sm:min-h-11 ${className}`}>
      <span className="max-sm:sr-only">Select </span>
      <span className="max-sm:inline-block max-sm:first-letter:uppercase">{what}</span>
    </button>
  );
}

interface ActProps {
  readonly act: ListAct;
  readonly count: number;
  readonly selected: Selected;
  readonly className?: string;
}

function ActButton({ act, count, selected, className = "" }: ActProps) {
  const format = useMoneyFormat();
  const isBusy = useNavigation().state !== "idle";
  const { intent, label, isDanger = false, question } = act;
  const button = {
    name: "intent",
    value: intent,
    size: "desk",
    look: isDanger ? "danger-outline" : "outline",
    disabled: isBusy,
    className,
    children: label,
  } as const;
  if (act.opens !== undefined) return <OpeningAct path={act.opens} selected={selected} label={label} className={className} />;
  return question === undefined ? <Button type="submit" {...button} /> : <ConfirmButton question={question(count, format)} {...button} />;
}

interface OpeningActProps {
  readonly path: string;
  readonly selected: Selected;
  readonly label: string;
  readonly className: string;
}

/**
 * A link that carries the list's address and the selected rows. Without scripts it is a button, because only the form knows the selection.
 */
function OpeningAct({ path, selected, label, className }: OpeningActProps) {
  const [list] = useSearchParams();
  const look = { look: "outline", size: "desk", className } as const;
  const search = new URLSearchParams(list);
  search.delete("selected");
  if (!useIsClient())
    return (
      <Button type="submit" formAction={path} formMethod="get" name="search" value={search.toString()} {...look}>
        {label}
      </Button>
    );
  const params = new URLSearchParams({ search: search.toString(), selected: selected === "all" ? selected : selected.join(",") });
  return (
    <ButtonLink to={`${path}?${params.toString()}`} reloadDocument {...look}>
      {label}
    </ButtonLink>
  );
}

interface MoreActsProps extends Pick<ActProps, "count" | "selected"> {
  readonly acts: readonly ListAct[];
  /** First in the menu of a phone; elsewhere they have their own buttons. */
  readonly onPhone: readonly ListAct[];
}

/** The rarer actions, above the bar. Those that need a text or a choice show it inline. */
function MoreActs({ acts, onPhone, ...chosen }: MoreActsProps) {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const isInside = event.target instanceof Node && box.current?.contains(event.target) === true;
      if (box.current?.open !== true || (event instanceof KeyboardEvent ? event.key !== "Escape" : isInside)) return;
      box.current.open = false;
      if (isInside) box.current.querySelector("summary")?.focus();
    };
    document.addEventListener("keydown", close);
    document.addEventListener("pointerdown", close);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("pointerdown", close);
    };
  }, []);
  return (
    <details ref={box} className={`group relative max-sm:static ${acts.length === 0 ? "sm:hidden" : ""}`}>
      <summary className={`list-none [&::-webkit-details-marker]:hidden ${buttonClass({ look: "outline", size: "desk" })}`}>
        {onPhone.length === 0 ? null : <span className="sm:hidden">Actions</span>}
        <span className={onPhone.length === 0 ? "" : "max-sm:hidden"}>More</span>
        <ChevronUpIcon aria-hidden className="size-4 group-open:rotate-180" />
      </summary>
      <div className="absolute right-0 bottom-full z-30 mb-3 grid max-h-[70dvh] w-[min(22rem,calc(100vw-2rem))] gap-2 overflow-y-auto rounded border border-hairline bg-surface p-3 shadow-float max-sm:inset-x-4 max-sm:mb-2 max-sm:max-h-[60dvh] max-sm:w-auto">
        {onPhone.map((act) => (
          <ActButton key={act.intent} act={act} {...chosen} className="justify-start sm:hidden" />
        ))}
        {acts.map((act) =>
          act.field === undefined ? (
            <ActButton key={act.intent} act={act} {...chosen} className="min-h-10 justify-start" />
          ) : (
            <FieldAct key={act.intent} act={act} {...chosen} />
          ),
        )}
      </div>
    </details>
  );
}

function FieldAct({ act, ...chosen }: ActProps) {
  const { field } = act;
  if (field === undefined) return null;
  const list = `${act.intent}-suggestions`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
      {field.options === undefined ? (
        <input
          name={field.name}
          aria-label={field.label}
          placeholder={field.label}
          list={list}
          autoComplete="off"
          className={CONTROL_CLASS}
        />
      ) : (
        <select name={field.name} aria-label={field.label} defaultValue="" className={CONTROL_CLASS}>
          <option value="">{field.label}</option>
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
      {field.suggestions === undefined ? null : (
        <datalist id={list}>
          {field.suggestions.map((word) => (
            <option key={word} value={word}>
              {word}
            </option>
          ))}
        </datalist>
      )}
      <ActButton act={act} {...chosen} className="min-h-10" />
    </div>
  );
}
