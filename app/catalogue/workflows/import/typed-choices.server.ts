import { lockImports } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { findTemplateIds, insertImportTemplate, loadImportTemplates } from "#app/catalogue/data/import/imported-templates.server.ts";
import type { TypedChoice } from "#app/catalogue/domain/typed/typed-menu.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { cutText } from "#app/values/text.ts";
import { plainTemplateKey, templateNameOf } from "./import-links.server.ts";

/**
 * Creates templates for a typed menu's choices if the shop has no usable ones. The import itself finds required ones, whose first option
 * without a surcharge is the default. Optional ones are in the file by name; these names are returned.
 */
export async function prepareTypedChoices(
  tx: Db,
  choices: readonly TypedChoice[],
  format: MoneyFormat,
): Promise<ReadonlyMap<TypedChoice, string>> {
  await lockImports(tx);
  const names = new Map<TypedChoice, string>();
  for (const choice of choices)
    if (choice.isRequired) await prepareRequired(tx, choice);
    else names.set(choice, await prepareOptional(tx, choice, format));
  return names;
}

async function prepareRequired(tx: Db, choice: TypedChoice): Promise<void> {
  const importKey = plainTemplateKey(choice);
  if ((await loadImportTemplates(tx, { ids: [], importKeys: [importKey] })).length > 0) return;
  const preselected = choice.options.find(({ priceDelta }) => priceDelta === 0);
  const options = choice.options.map((option) => ({ ...option, priceByOption: {}, isDefault: option === preselected }));
  await insertImportTemplate(tx, { importKey, name: templateNameOf(choice), title: choice.title, options });
}

/** The name of a template with exactly these options; one that staff have changed is not usable. */
async function prepareOptional(tx: Db, choice: TypedChoice, format: MoneyFormat): Promise<string> {
  const signed = choice.options.map(({ name, priceDelta }) => ({
    name: `${name} ${priceDelta < 0 ? "−" : "+"}${formatMoney(Math.abs(priceDelta), format).replaceAll(/\s/gu, " ")}`,
  }));
  const plainName = templateNameOf({ title: choice.title, options: signed });
  for (let count = 1; ; count += 1) {
    const ending = count === 1 ? "" : ` (${count})`;
    const name = `${cutText(plainName, MAX_TITLE_LENGTH - ending.length).trim()}${ending}`;
    const id = (await findTemplateIds(tx, [name])).get(name);
    if (id === undefined) {
      const options = choice.options.map((option) => ({ ...option, priceByOption: {} }));
      await insertImportTemplate(tx, { importKey: null, name, title: choice.title, isOptional: true, options });
      return name;
    }
    const [found] = await loadImportTemplates(tx, { ids: [id], importKeys: [] });
    const isSame =
      found?.isOptional === true &&
      found.title === choice.title &&
      found.freeCount === 0 &&
      JSON.stringify(found.options.map((option) => [option.name, option.priceDelta, option.isHidden, option.priceByOption])) ===
        JSON.stringify(choice.options.map((option) => [option.name, option.priceDelta, false, {}]));
    if (isSame) return name;
  }
}
