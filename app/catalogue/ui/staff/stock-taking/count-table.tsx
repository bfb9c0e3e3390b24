import { formatNumber } from "#app/values/number.ts";
import { useLayoutEffect, useRef, type KeyboardEvent } from "react";
import { countKey, type CountRow } from "#app/catalogue/domain/stock-taking/stock-taking.ts";
import {
  differenceText,
  labelOf,
  scanIn,
  unitsOf,
  type CountDraft,
  type DraftCount,
} from "#app/catalogue/domain/stock-taking/count-draft.ts";
import { formatWeight } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import type { MoneyFormat } from "#app/values/money.ts";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";

interface CountTableProps {
  readonly rows: readonly CountRow[];
  readonly draft: CountDraft;
  /** Key of the last scanned row. */
  readonly scanned: string | null;
  readonly onCount: (row: CountRow, text: string) => void;
  /** Restores the row's count from before a scanner typed into it. */
  readonly onRestore: (row: CountRow, earlier: DraftCount | undefined) => void;
  /** A scanner typed into a count field. */
  readonly onScan: (code: string) => void;
  readonly onFocus: () => void;
}

/** Rows with the shop's stock, the count and the difference. */
export function CountTable({ rows, ...facts }: CountTableProps) {
  const heads = ["In stock", "Counted", "Difference"];
  return (
    <table className="w-full border-y border-hairline">
      <thead className="text-left text-xs text-ink-2">
        <tr>
          <th scope="col" className="py-1.5 pr-2">
            Product
          </th>
          {heads.map((head) => (
            <th key={head} scope="col" className="w-20 py-1.5 pl-2 text-right align-bottom sm:w-28">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-hairline border-t border-hairline">
        {rows.map((row) => (
          <CountLine key={countKey(row)} row={row} {...facts} />
        ))}
      </tbody>
    </table>
  );
}

type CountLineProps = Omit<CountTableProps, "rows"> & { readonly row: CountRow };

function CountLine({ row, draft, scanned, onCount, onRestore, onScan, onFocus }: CountLineProps) {
  const format = useMoneyFormat();
  const key = countKey(row);
  const count = draft.counts[key];
  const text = count?.text ?? "";
  const units = unitsOf(text);
  const isInvalid = count !== undefined && units === null;
  const problem = isInvalid ? "Enter a whole number, 0 or more." : (count?.problem ?? "");
  /** The count before the current typing. */
  const earlier = useRef<DraftCount | undefined>(undefined);
  const isTyped = useRef(false);
  // Typing the same digit over itself is no change for the browser, but a new count.
  const isPressed = useRef(false);
  /** Times of the key presses, in milliseconds. */
  const keys = useRef<number[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const isScanned = useRef(false);
  // In the commit that restores the count, so that an immediate next scan replaces it.
  useLayoutEffect(() => {
    if (!isScanned.current) return;
    isScanned.current = false;
    field.current?.select();
  });
  const recount = () => {
    if (isPressed.current && !isTyped.current && problem !== "") onCount(row, text);
    isPressed.current = false;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (/^\d$/.test(event.key)) isPressed.current = true;
    if (event.key.length === 1) keys.current.push(event.timeStamp);
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const scan = event.key === "Enter" && isTyped.current ? scanIn(text, [...keys.current, event.timeStamp]) : null;
    if (scan !== null) {
      isTyped.current = false;
      isPressed.current = false;
      keys.current = [];
      if (scan.count === "") onRestore(row, earlier.current);
      else onCount(row, scan.count);
      onScan(scan.code);
      isScanned.current = true;
      return;
    }
    recount();
    const inputs = [...(event.currentTarget.closest("table")?.querySelectorAll("input") ?? [])];
    inputs[inputs.indexOf(event.currentTarget) + step]?.focus();
  };
  return (
    <tr data-row={key} className={scanned === key ? "bg-leaf-tint" : undefined}>
      <th scope="row" className="py-1.5 pr-2 text-left font-semibold wrap-anywhere">
        {row.name}
        {row.options === "" ? null : <span className="block font-normal">{row.options}</span>}
        {row.step === null ? null : <span className="block font-normal">{stepText(row.step, format)}</span>}
        {row.sku === null ? null : <span className="block text-xs font-normal text-ink-2">{row.sku}</span>}
        {problem === "" ? null : (
          <span id={`problem-${key}`} className="block text-xs text-beet">
            {problem}
          </span>
        )}
      </th>
      <td className="figures pl-2 text-right">{formatNumber(row.stock, format)}</td>
      <td className="py-1.5 pl-2">
        <input
          ref={field}
          aria-label={`Counted, ${labelOf(row)}${row.step === null ? "" : `, ${stepText(row.step, format)}`}`}
          aria-invalid={problem === "" ? undefined : true}
          aria-describedby={problem === "" ? undefined : `problem-${key}`}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onFocus={(event) => {
            isTyped.current = false;
            keys.current = [];
            event.currentTarget.select();
            onFocus();
          }}
          onChange={(event) => {
            if (!isTyped.current) earlier.current = count;
            isTyped.current = true;
            onCount(row, event.target.value);
          }}
          onBlur={recount}
          onKeyDown={onKeyDown}
          className={`${CONTROL_CLASS} figures text-right`}
        />
      </td>
      <td className="figures pl-2 text-right">{count === undefined || units === null ? "" : <Difference units={units - count.seen} />}</td>
    </tr>
  );
}

/** "in steps of 100 g" */
function stepText({ unit, weight }: NonNullable<CountRow["step"]>, { locale }: MoneyFormat): string {
  return `in steps of ${formatWeight(weight, unit, locale)}`;
}

const STEPS: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

function Difference({ units }: { readonly units: number }) {
  return <span className={units === 0 ? "text-ink-2" : "font-semibold"}>{differenceText(units)}</span>;
}
