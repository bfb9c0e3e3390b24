import {
  parseTypedMenu,
  requiredChoices,
  typedHandle,
  typedVariants,
  type TypedMenu,
  type TypedProduct,
} from "#app/catalogue/domain/typed/typed-menu.ts";
import { formatCategoryPaths } from "#app/catalogue/domain/import/category-paths.ts";
import { escapeCell, headingOf, type FileColumn } from "#app/catalogue/domain/import/columns.ts";
import type { RunActor } from "#app/catalogue/data/import/import-runs.server.ts";
import { createPictureFetcher } from "#app/media/gateway/fetch-picture.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { csvOf, PLAIN_CSV } from "#app/values/csv.ts";
import { amountText, type MoneyFormat } from "#app/values/money.ts";
import { fieldAmount } from "#app/values/money/money-input.ts";
import { fail, type Result } from "#app/values/result.ts";
import type { ImportReport } from "./import-catalogue.server.ts";
import { importFile, type RunTools } from "./import-runs.server.ts";
import { prepareTypedChoices } from "./typed-choices.server.ts";

const COLUMNS = [
  "handle",
  "title",
  "summary",
  "categories",
  "option1Name",
  "option1Value",
  "option2Name",
  "option2Value",
  "option3Name",
  "option3Value",
  "price",
  "taxClass",
  "customizations",
] as const satisfies readonly FileColumn[];

/** The default for new products; existing ones keep theirs. */
const STANDARD_TAX = "standard";

interface TypedMenuOptions {
  readonly format: MoneyFormat;
  /** For all products of the list. */
  readonly taxClass: string;
}

/**
 * Adds the products of a typed menu as an import, so that it can be undone, and adding the same list again changes nothing. The error is a
 * sentence for the user.
 */
export async function importTypedMenu(
  tools: Pick<RunTools, "db" | "media" | "publicUrl" | "now">,
  text: string,
  actor: RunActor,
  { format, taxClass }: TypedMenuOptions,
): Promise<Result<{ readonly runId: number; readonly menu: TypedMenu; readonly report: ImportReport }, string>> {
  const menu = parseTypedMenu(text, format);
  const [fault, ...otherFaults] = menu.faults;
  if (fault !== undefined) {
    return fail(
      otherFaults.length === 0
        ? `Nothing is added yet. Correct or remove line ${fault.line}.`
        : "Nothing is added yet. Correct or remove the lines named below.",
    );
  }
  if (menu.products.length === 0)
    return fail(`Enter at least one product with its price, such as “Sourdough ${fieldAmount(850, format)}”.`);
  const choices = menu.products.flatMap((product) => product.choices);
  const nameOf = await inTransaction(tools.db, (tx) => prepareTypedChoices(tx, choices, format));
  const bytes = Buffer.from(typedMenuFile(menu, format.currency, nameOf, taxClass));
  const imported = await importFile(
    { ...tools, fetchPicture: createPictureFetcher() },
    {
      fileName: "Typed menu",
      size: bytes.length,
      open: async function* () {
        yield bytes;
      },
      isDryRun: false,
      withPictures: false,
    },
    actor,
  );
  return imported.ok ? { ...imported, value: { ...imported.value, menu } } : imported;
}

type NameOf = Awaited<ReturnType<typeof prepareTypedChoices>>;

function typedMenuFile({ products }: TypedMenu, currency: string, nameOf: NameOf, taxClass: string): string {
  return csvOf([COLUMNS.map(headingOf), ...products.flatMap((product) => rowsOf(product, currency, nameOf, taxClass))], PLAIN_CSV);
}

function rowsOf(product: TypedProduct, currency: string, nameOf: NameOf, taxClass: string): readonly (readonly string[])[] {
  const handle = typedHandle(product.name);
  return typedVariants(product).map(({ values, price }, index) => {
    const options = Object.fromEntries(
      requiredChoices(product).flatMap(({ title }, place): (readonly [string, string])[] => [
        [`option${place + 1}Name`, title],
        [`option${place + 1}Value`, values[place] ?? ""],
      ]),
    );
    const described =
      index > 0
        ? {}
        : {
            title: product.name,
            summary: product.summary,
            taxClass: taxClass === STANDARD_TAX ? "" : taxClass,
            categories: product.category === null ? "" : formatCategoryPaths([[product.category]]),
            customizations: formatCategoryPaths(product.choices.flatMap((choice) => nameOf.get(choice) ?? []).map((name) => [name])),
          };
    const cells: Readonly<Partial<Record<FileColumn, string>>> = { handle, ...described, ...options, price: amountText(price, currency) };
    return COLUMNS.map((column) => escapeCell(cells[column] ?? ""));
  });
}
