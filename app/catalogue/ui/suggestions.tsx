import * as texts from "#texts/catalogue/suggestions.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useEffect, useEffectEvent, useId, useLayoutEffect, useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import type { Suggestions as Answer } from "#app/catalogue/domain/suggestions.ts";
import { isLostConnection } from "#app/kit/lost-connection.ts";
import { formatMoney, minorUnits, type MoneyFormat } from "#app/values/money.ts";

/** Debounce of the search field. */
const TYPING_MS = 120;
/** The most cached responses of this page. */
const MOST_KEPT = 50;
const kept = new Map<string, Answer>();

interface Option {
  readonly key: string;
  readonly to: string;
  readonly content: ReactNode;
}

/**
 * The list below a search field: categories, dishes, and a link to all results. It makes the field a combobox (arrows, Enter, Escape). It
 * loads on the field's first focus and overlays the page, without layout shift.
 */
export function Suggestions({ input }: { readonly input: HTMLInputElement }) {
  const format = useMoneyFormat();
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(input.value);
  // The list may load after the field has lost the focus.
  const [isWanted, setWanted] = useState(() => document.activeElement === input);
  const [active, setActive] = useState(-1);
  const q = typed.trim().replaceAll(/\s+/g, " ");
  const answer = useAnswerTo(isWanted ? q : "");
  const options = answer === null || q === "" ? [] : optionsOf(answer, q, format);
  const isOpen = isWanted && options.length > 0;

  const close = () => {
    setWanted(false);
    setActive(-1);
  };
  const follow = ({ to }: Option) => {
    close();
    void navigate(to);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setWanted(true);
      if (options.length === 0) return;
      // One position more than there are options: the field itself.
      const places = options.length + 1;
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive(((active + 1 + step + places) % places) - 1);
    } else if (event.key === "Enter") {
      const option = isOpen ? options[active] : undefined;
      if (option === undefined) return close();
      event.preventDefault();
      follow(option);
    }
  };
  const onInput = () => {
    setTyped(input.value);
    setWanted(true);
    setActive(-1);
  };
  useFieldEvents(input, { keydown: onKey, input: onInput, focus: onInput, blur: close });
  useCombobox(input, { id, active, isOpen });

  return (
    <>
      <span role="status" className="sr-only">
        {answer === null || q === "" || !isWanted ? "" : spoken(options.length)}
      </span>
      <div
        id={id}
        role="listbox"
        aria-label={texts.suggestions}
        hidden={!isOpen}
        className="absolute top-full right-0 z-50 mt-1 w-full lg:min-w-80 max-h-[70dvh] overflow-y-auto rounded border border-hairline bg-surface py-1 shadow-float"
      >
        {options.map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the field's, which stays in focus
          <div
            key={option.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setActive(index)}
            onClick={() => follow(option)}
            className="flex min-h-12 cursor-pointer items-center gap-3 px-3 py-1 aria-selected:marked"
          >
            {option.content}
          </div>
        ))}
      </div>
    </>
  );
}

interface FieldListeners {
  readonly keydown: (event: KeyboardEvent) => void;
  readonly input: () => void;
  readonly focus: () => void;
  readonly blur: () => void;
}

function useFieldEvents(input: HTMLInputElement, listeners: FieldListeners): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => listeners.keydown(event));
  const onInput = useEffectEvent(() => listeners.input());
  const onFocus = useEffectEvent(() => listeners.focus());
  const onBlur = useEffectEvent(() => listeners.blur());
  // In a layout effect, so that keys typed right after the first render are handled.
  useLayoutEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    input.addEventListener("keydown", onKey, { signal });
    input.addEventListener("input", onInput, { signal });
    input.addEventListener("focus", onFocus, { signal });
    input.addEventListener("blur", onBlur, { signal });
    return () => listening.abort();
  }, [input]);
}

interface ComboboxState {
  /** Id of the list. */
  readonly id: string;
  readonly active: number;
  readonly isOpen: boolean;
}

/** Makes the field the list's combobox. */
function useCombobox(input: HTMLInputElement, { id, active, isOpen }: ComboboxState): void {
  useEffect(() => {
    input.setAttribute("role", "combobox");
    input.setAttribute("autocomplete", "off");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", id);
    input.setAttribute("aria-expanded", String(isOpen));
    if (isOpen && active >= 0) input.setAttribute("aria-activedescendant", `${id}-${active}`);
    else input.removeAttribute("aria-activedescendant");
    if (isOpen) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [input, id, isOpen, active]);
}

/**
 * The response for the typed text, or the previous one while it is loading. Null = none yet, or the request failed: searching still works.
 */
function useAnswerTo(q: string): Answer | null {
  const [last, setLast] = useState<Answer | null>(null);
  useEffect(() => {
    if (q === "") return;
    const cached = kept.get(q);
    const abort = new AbortController();
    const timer = setTimeout(
      async () => {
        try {
          const answer = cached ?? (await ask(q, abort.signal));
          if (!abort.signal.aborted) setLast(answer);
        } catch (error) {
          if (abort.signal.aborted) return;
          if (!isLostConnection(error)) throw error;
          setLast(null);
        }
      },
      cached === undefined ? TYPING_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [q]);
  return last;
}

async function ask(q: string, signal: AbortSignal): Promise<Answer | null> {
  const response = await fetch(`/api/suggestions?${new URLSearchParams({ q }).toString()}`, { signal });
  if (!response.ok) return null;
  const answer = (await response.json()) as Answer;
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(q, answer);
  return answer;
}

function spoken(options: number): string {
  return options === 0 ? texts.noSuggestions : texts.found(options - 1);
}

function priceText({ price, price_is_from: isFrom, price_per: per }: Answer["products"][number], format: MoneyFormat): string {
  const amount = `${formatMoney(minorUnits(price, format.currency), format)}${per}`;
  return isFrom ? texts.fromPrice(amount) : amount;
}

/** The results and a link to all of them; empty if nothing was found. */
function optionsOf({ categories, products }: Answer, q: string, format: MoneyFormat): readonly Option[] {
  if (categories.length + products.length === 0) return [];
  return [
    ...categories.map(({ id, name }) => ({
      key: `c${id}`,
      to: `/${id}/products`,
      content: (
        <>
          <span className="min-w-0 grow font-semibold wrap-anywhere">{name}</span>
          <span className="shrink-0 text-sm text-ink-2">{texts.category}</span>
        </>
      ),
    })),
    ...products.map((product) => ({
      key: `p${product.id}`,
      to: `/products/${product.id}`,
      content: (
        <>
          {product.image === null ? (
            <span aria-hidden className="h-9 w-12 shrink-0 rounded-tag bg-canvas" />
          ) : (
            <img src={product.image} alt="" width={48} height={36} className="h-9 w-12 shrink-0 rounded-tag object-cover" />
          )}
          <span className="line-clamp-2 min-w-0 grow leading-tight wrap-anywhere">{product.name}</span>
          <span className="figures shrink-0 text-sm text-ink-2">{product.sold_out ? texts.soldOut : priceText(product, format)}</span>
        </>
      ),
    })),
    {
      key: "all",
      to: `/?${new URLSearchParams({ q }).toString()}`,
      content: <span className="min-w-0 truncate font-semibold text-primary">{texts.seeAll(q)}</span>,
    },
  ];
}
