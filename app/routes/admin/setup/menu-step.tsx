import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { href, Link, useNavigation, useSubmit } from "react-router";
import { menuTextIn, STARTER_MENUS, type StarterMenu } from "#app/catalogue/domain/typed/starter-menus.ts";
import { MAX_TYPED_MENU_LENGTH, parseTypedMenu, type TypedMenu } from "#app/catalogue/domain/typed/typed-menu.ts";
import { giveFocus } from "#app/kit/focus/focus-target.ts";
import { ScrollArea } from "#app/kit/focus/scroll-area.tsx";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { SelectField } from "#app/kit/forms/field.tsx";
import { LeaveQuestion } from "#app/kit/forms/leave-question.tsx";
import { isOtherView } from "#app/kit/hooks/use-leave-guard.ts";
import { reportSaved, useDraft } from "#app/kit/record/use-draft.ts";
import { keysOf } from "#app/values/narrow.ts";
import { DropZone } from "#app/media/ui/staff/drop-zone.tsx";
import { UploadRows } from "#app/media/ui/staff/upload-rows.tsx";
import { useUploads } from "#app/media/ui/staff/use-uploads.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { counted } from "#texts/plural.ts";
import type { SetupAnswer } from "./setup-answer.ts";
import { SkipForm } from "./small-steps.tsx";

type TaxRates = readonly { readonly value: string; readonly label: string }[];

/** The standard rate and "No tax"; with more rates, the form asks for the menu's rate. */
const USUAL_RATES = 2;

interface MenuStepProps {
  readonly products: number;
  readonly taxRates: TaxRates;
  readonly starter: StarterMenu | null;
  /** The menu that was just added; null: nothing to undo. */
  readonly run: { readonly id: number; readonly made: number } | null;
  readonly answer: SetupAnswer | undefined;
}

const EXAMPLE = `Breads
Sourdough 8.50
  Sliced: No, Yes +0.50
Rye loaf 7.00`;

/** The device storage key of the typed menu. */
const MENU_DRAFT = "/admin/setup#menu";

interface MenuDraft {
  readonly text: string;
  readonly taxClass: string;
}

const NOT_ADDED = {
  title: "Continue without this menu?",
  text: "The menu that you typed is not added yet.",
  yes: "Discard the menu",
  no: "Stay here",
  isDanger: true,
} as const;

export function MenuStep({ products, taxRates, starter, run, answer }: MenuStepProps) {
  const format = useMoneyFormat();
  const [isTyped, setTyped] = useState(false);
  const refused = answer?.kind === "refused" ? answer : undefined;
  // A starter menu resets the form, but keeps the rate.
  const [taxClass, setTaxClass] = useState(refused?.typed["taxClass"] ?? "standard");
  const isMenuRefused = refused?.typed["menu"] !== undefined;
  return (
    <>
      {run === null ? null : <AddedMenu run={run} />}
      {products === 0 ? null : <Pictures products={products} refusal={isMenuRefused ? undefined : refused?.message} />}
      <TypedMenuForm
        key={starter ?? "typed"}
        initial={starter === null ? "" : menuTextIn(STARTER_MENUS[starter].text, format)}
        sentBefore={refused?.typed["menu"]}
        refusal={isMenuRefused ? refused : undefined}
        isFirst={products === 0}
        taxRates={taxRates}
        taxClass={taxClass}
        onTaxClass={setTaxClass}
        runId={run?.id ?? null}
        onTyped={setTyped}
      />
      <SkipForm step="menu" isDone={products > 0} question={isTyped ? NOT_ADDED : null} onSkip={() => reportSaved(MENU_DRAFT)} />
    </>
  );
}

function AddedMenu({ run }: { readonly run: NonNullable<MenuStepProps["run"]> }) {
  return (
    <PostForm className="mt-3 flex flex-wrap items-center gap-3 rounded border border-leaf bg-leaf-tint px-3 py-2">
      <input type="hidden" name="run" value={run.id} />
      <span className="font-semibold">{counted(run.made, "product added.", "products added.")}</span>
      <Link to={href("/admin/product")} className="text-primary underline underline-offset-2">
        See the products
      </Link>
      <Button type="submit" name="intent" value="undo-menu" look="plain" size="desk">
        Undo
      </Button>
    </PostForm>
  );
}

/** Several pictures at once: files named like products are assigned to them. */
function Pictures({ products, refusal }: { readonly products: number; readonly refusal: string | undefined }) {
  const submit = useSubmit();
  const list = useUploads({});
  const { isBusy, uploads } = list;
  const stored = uploads.flatMap(({ step, picture }) => (step === "done" && picture !== null ? [picture.hit.id] : []));
  const given = useRef(0);
  const give = useEffectEvent(() => {
    if (stored.length === 0 || stored.length === given.current) return;
    given.current = stored.length;
    void submit({ intent: "pictures", pictures: stored.join(",") }, { method: "post", preventScrollReset: true });
  });
  useEffect(() => {
    if (!isBusy) give();
  }, [isBusy]);
  return (
    <section aria-labelledby="pictures-title" className="mt-4 grid gap-2 noscript:hidden">
      <h3 id="pictures-title" className="font-semibold">
        Pictures of your {counted(products, "product", "products")}
      </h3>
      <p className="text-ink-2">Name the files like the products, such as “Rye loaf.jpg”, and choose them all at once.</p>
      <DropZone onFiles={list.add} choose="Choose pictures" isMany>
        <span className="max-sm:hidden">or drop them here</span>
      </DropZone>
      <UploadRows list={list} />
      {refusal === undefined ? null : (
        <p role="alert" className="font-semibold text-beet">
          {refusal}
        </p>
      )}
    </section>
  );
}

interface TypedMenuFormProps {
  /** Of the starter menu. */
  readonly initial: string;
  /** The rejected input, for a form without JavaScript. */
  readonly sentBefore: string | undefined;
  readonly refusal: { readonly message: string; readonly field?: string | null } | undefined;
  readonly isFirst: boolean;
  readonly taxRates: TaxRates;
  readonly taxClass: string;
  readonly onTaxClass: (taxClass: string) => void;
  /** Of the menu that was added last; null: none. */
  readonly runId: number | null;
  /** Whether there is typed text that is not added yet. */
  readonly onTyped: (isTyped: boolean) => void;
}

function TypedMenuForm({ initial, sentBefore, refusal, isFirst, taxRates, taxClass, onTaxClass, runId, onTyped }: TypedMenuFormProps) {
  const format = useMoneyFormat();
  const [text, setText] = useState(sentBefore ?? initial);
  const [isFromDraft, setFromDraft] = useState(false);
  const [sent, setSent] = useState<string | null>(null);
  const [known, setKnown] = useState(runId);
  if (known !== runId) {
    setKnown(runId);
    // The added text is in the shop; text typed since then stays.
    if (runId !== null && text === sent) {
      setText("");
      setFromDraft(false);
    }
  }
  const isSaving = useNavigation().formMethod === "POST";
  const isTyped = text.trim() !== "" && text !== initial;
  const tell = useEffectEvent(onTyped);
  useEffect(() => tell(isTyped), [isTyped]);
  useDraft<MenuDraft>(MENU_DRAFT, isTyped ? { text, taxClass } : null, ({ text: found, taxClass: chosen }) => {
    if (typeof found !== "string" || found === text) return;
    setText(found);
    if (typeof chosen === "string") onTaxClass(chosen);
    setFromDraft(true);
  });
  const discard = () => {
    setText(initial);
    setFromDraft(false);
    reportSaved(MENU_DRAFT);
  };
  const menu = parseTypedMenu(text, format);
  const isTaxRefused = refusal?.field === "taxClass";
  // Shown until the text changes. Without JavaScript, or after a reload, the error is about the returned text.
  const isRefused = refusal !== undefined && (isTaxRefused || sent === null || sent === text);
  // A long menu is taller than the screen: without this the error is out of view.
  useEffect(() => {
    if (refusal !== undefined) giveFocus(document.getElementById(isTaxRefused ? "field-taxClass" : "menu-text"));
  }, [refusal, isTaxRefused]);
  return (
    <PostForm className="mt-4 grid gap-3" onSubmit={() => setSent(text)}>
      <LeaveQuestion isDirty={isTyped && !isSaving} onDiscard={discard} isLeaving={isOtherView} text={NOT_ADDED.text} />
      <h3 className="font-semibold">{isFirst ? "Type or paste your menu" : "Add more products"}</h3>
      <p id="menu-hint" className="text-ink-2">
        One product on a line, with its price at the end. A line without a price is a category. Indented lines below a product are its
        choices or its description. “Size: Small, Large +2” asks to choose one. Where every option has a price difference, such as “Extras:
        Cream +1, Candle +2”, the choice is optional.
      </p>
      <StarterMenus />
      {isFromDraft ? (
        <div className="flex flex-wrap items-center gap-3 rounded border border-harbour bg-harbour-tint px-3 py-2">
          <p role="status">The menu that you typed on this device is back. It is not added yet.</p>
          <Button type="button" look="outline" size="desk" onClick={discard}>
            Discard it
          </Button>
        </div>
      ) : null}
      <label htmlFor="menu-text" className="sr-only">
        Menu
      </label>
      <textarea
        id="menu-text"
        name="menu"
        rows={12}
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={menuTextIn(EXAMPLE, format)}
        maxLength={MAX_TYPED_MENU_LENGTH}
        spellCheck={false}
        aria-describedby={isRefused ? "menu-hint menu-error" : "menu-hint"}
        aria-invalid={isRefused && !isTaxRefused ? true : undefined}
        className={`${CONTROL_CLASS} h-auto py-2 font-mono`}
      />
      {isRefused ? (
        <p id="menu-error" className="font-semibold text-beet">
          {refusal.message}
        </p>
      ) : null}
      <MenuPreview menu={menu} />
      <TaxRateField taxRates={taxRates} taxClass={taxClass} onTaxClass={onTaxClass} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="intent" value="menu" aria-disabled={isSaving} look={isFirst ? "filled" : "outline"}>
          {menu.products.length === 0 ? "Add products" : `Add ${counted(menu.products.length, "product", "products")}`}
        </Button>
      </div>
    </PostForm>
  );
}

function StarterMenus() {
  return (
    <ul className="flex flex-wrap items-center gap-2" aria-label="Starter menus">
      {keysOf(STARTER_MENUS).map((name) => (
        <li key={name}>
          <ButtonLink to={`?step=menu&starter=${name}`} look="outline" size="desk" preventScrollReset>
            {STARTER_MENUS[name].label}
            <span className="sr-only"> starter menu</span>
          </ButtonLink>
        </li>
      ))}
      <li>
        <Link
          to={href("/admin/product/import")}
          className="inline-flex min-h-11 items-center px-2 text-primary underline underline-offset-2"
        >
          Import a file
        </Link>
      </li>
    </ul>
  );
}

function TaxRateField({ taxRates, taxClass, onTaxClass }: Pick<TypedMenuFormProps, "taxRates" | "taxClass" | "onTaxClass">) {
  // If the shop no longer has the rate, the user chooses again; another rate does not replace it.
  const isGone = !taxRates.some(({ value }) => value === taxClass);
  if (taxRates.length <= USUAL_RATES && !isGone) return null;
  return (
    <SelectField
      name="taxClass"
      label="Tax rate of these products"
      hint="Products with another rate: add them as a list of their own, or change the rate in their forms."
      value={isGone ? "" : taxClass}
      required
      onChange={({ target: { value } }) => onTaxClass(value)}
    >
      {isGone ? (
        <option value="" disabled>
          Choose a tax rate
        </option>
      ) : null}
      {taxRates.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

/** A preview of the list, with the errors of each line. */
function MenuPreview({ menu: { products, categories, faults } }: { readonly menu: TypedMenu }) {
  if (products.length === 0 && faults.length === 0) return null;
  return (
    <div className="grid gap-3">
      {faults.length === 0 ? null : (
        <ul className="grid gap-1 rounded border-2 border-beet bg-beet-tint p-3" aria-label="Lines to correct">
          {faults.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              <strong>Line {line}:</strong> {message}
            </li>
          ))}
        </ul>
      )}
      {products.length === 0 ? null : <ReadMenu products={products} categories={categories} />}
    </div>
  );
}

function ReadMenu({ products, categories }: Pick<TypedMenu, "products" | "categories">) {
  const format = useMoneyFormat();
  return (
    <ScrollArea label="The menu as it was read" className="rounded border border-hairline">
      <table className="w-full text-left">
        <caption className="sr-only">
          {counted(products.length, "product", "products")} in {counted(categories.length, "category", "categories")}
        </caption>
        <thead className="bg-canvas">
          <tr>
            <th scope="col" className="px-3 py-2 font-semibold">
              Product
            </th>
            <th scope="col" className="px-3 py-2 font-semibold max-sm:hidden">
              Category
            </th>
            <th scope="col" className="px-3 py-2 text-right font-semibold">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map(({ line, name, category, price, summary, choices }) => (
            <tr key={line} className="border-t border-hairline align-top">
              <td className="px-3 py-2 wrap-anywhere">
                {name}
                {/* Three columns leave no room for a name on a phone. */}
                <span className="block text-ink-2 sm:hidden">{category ?? "No category"}</span>
                {summary === "" ? null : <span className="block text-ink-2">{summary}</span>}
                {choices.map(({ title, isRequired, options }) => (
                  <span key={title} className="block text-ink-2">
                    {title} ({isRequired ? "choose one" : "optional"}):{" "}
                    {options
                      .map((option) => `${option.name}${option.priceDelta === 0 ? "" : ` ${surcharge(option.priceDelta, format)}`}`)
                      .join(", ")}
                  </span>
                ))}
              </td>
              <td className="px-3 py-2 text-ink-2 max-sm:hidden">{category ?? "None"}</td>
              <td className="figures px-3 py-2 text-right whitespace-nowrap">{formatMoney(price, format)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function surcharge(cents: number, format: MoneyFormat): string {
  return cents < 0 ? `−${formatMoney(-cents, format)}` : `+${formatMoney(cents, format)}`;
}
