import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Form, href, Link, useNavigation, useSubmit } from "react-router";
import { menuTextIn, STARTER_MENUS, type StarterMenu } from "#app/catalogue/domain/typed/starter-menus.ts";
import { MAX_TYPED_MENU_LENGTH, parseTypedMenu, type TypedMenu } from "#app/catalogue/domain/typed/typed-menu.ts";
import { ScrollArea } from "#app/kit/focus/scroll-area.tsx";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { keysOf } from "#app/values/narrow.ts";
import { DropZone } from "#app/media/ui/staff/drop-zone.tsx";
import { UploadRows } from "#app/media/ui/staff/upload-rows.tsx";
import { useUploads } from "#app/media/ui/staff/use-uploads.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { counted } from "#app/values/plural.ts";
import type { SetupAnswer } from "./setup-answer.ts";
import { SkipForm } from "./small-steps.tsx";

interface MenuStepProps {
  readonly products: number;
  readonly starter: StarterMenu | null;
  /** The menu that was just added; null: none that can be undone. */
  readonly run: { readonly id: number; readonly made: number } | null;
  readonly answer: SetupAnswer | undefined;
}

const EXAMPLE = `Breads
Sourdough 8.50
  Sliced: No, Yes +0.50
Rye loaf 7.00`;

export function MenuStep({ products, starter, run, answer }: MenuStepProps) {
  const format = useMoneyFormat();
  const refused = answer?.kind === "refused" ? answer : undefined;
  const isMenuRefused = refused?.typed["menu"] !== undefined;
  return (
    <>
      {run === null ? null : <AddedMenu run={run} />}
      {products === 0 ? null : <Pictures products={products} refusal={isMenuRefused ? undefined : refused?.message} />}
      <TypedMenuForm
        key={starter ?? "typed"}
        initial={refused?.typed["menu"] ?? (starter === null ? "" : menuTextIn(STARTER_MENUS[starter].text, format))}
        refusal={isMenuRefused ? refused.message : undefined}
        isFirst={products === 0}
        runId={run?.id ?? null}
      />
      <SkipForm step="menu" isDone={products > 0} />
    </>
  );
}

function AddedMenu({ run }: { readonly run: NonNullable<MenuStepProps["run"]> }) {
  return (
    <Form method="post" className="mt-3 flex flex-wrap items-center gap-3 rounded border border-leaf bg-leaf-tint px-3 py-2">
      <input type="hidden" name="run" value={run.id} />
      <span className="font-semibold">{counted(run.made, "product added.", "products added.")}</span>
      <Link to={href("/admin/product")} className="text-primary underline underline-offset-2">
        See the products
      </Link>
      <Button type="submit" name="intent" value="undo-menu" look="plain" size="desk">
        Undo
      </Button>
    </Form>
  );
}

/** Pictures in one go: files that are named like the products find them by themselves. */
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
  readonly initial: string;
  readonly refusal: string | undefined;
  readonly isFirst: boolean;
  /** Of the menu that was added last; null: none. */
  readonly runId: number | null;
}

function TypedMenuForm({ initial, refusal, isFirst, runId }: TypedMenuFormProps) {
  const format = useMoneyFormat();
  const [text, setText] = useState(initial);
  const [sent, setSent] = useState<string | null>(null);
  const [known, setKnown] = useState(runId);
  if (known !== runId) {
    setKnown(runId);
    // What was added is in the shop; what was typed meanwhile stays.
    if (runId !== null && text === sent) setText("");
  }
  const isSaving = useNavigation().formMethod === "POST";
  const menu = parseTypedMenu(text, format);
  return (
    <Form method="post" className="mt-4 grid gap-3" onSubmit={() => setSent(text)}>
      <h3 className="font-semibold">{isFirst ? "Type or paste your menu" : "Add more products"}</h3>
      <p id="menu-hint" className="text-ink-2">
        One product on a line, with its price at the end. A line without a price is a category. Indented lines below a product are its
        choices or its description. “Size: Small, Large +2” asks to choose one. Where every option has a price difference, such as “Extras:
        Cream +1, Candle +2”, the choice is optional.
      </p>
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
        aria-describedby={refusal === undefined ? "menu-hint" : "menu-hint menu-error"}
        aria-invalid={refusal === undefined ? undefined : true}
        className={`${CONTROL_CLASS} h-auto py-2 font-mono`}
      />
      {refusal === undefined ? null : (
        <p id="menu-error" role="alert" className="font-semibold text-beet">
          {refusal}
        </p>
      )}
      <MenuPreview menu={menu} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="intent" value="menu" aria-disabled={isSaving} look={isFirst ? "filled" : "outline"}>
          {menu.products.length === 0 ? "Add products" : `Add ${counted(menu.products.length, "product", "products")}`}
        </Button>
      </div>
    </Form>
  );
}

/** What the list will become, and what is wrong in which line. */
function MenuPreview({ menu: { products, categories, faults } }: { readonly menu: TypedMenu }) {
  const format = useMoneyFormat();
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
      {products.length === 0 ? null : (
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
                <th scope="col" className="px-3 py-2 font-semibold">
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
                  <td className="px-3 py-2 text-ink-2">{category ?? "None"}</td>
                  <td className="figures px-3 py-2 text-right">{formatMoney(price, format)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </div>
  );
}

function surcharge(cents: number, format: MoneyFormat): string {
  return cents < 0 ? `−${formatMoney(-cents, format)}` : `+${formatMoney(cents, format)}`;
}
