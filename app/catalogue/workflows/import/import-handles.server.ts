import { createHash } from "node:crypto";
import type { CurrentProduct } from "#app/catalogue/domain/import/differences.ts";
import type { PlannedProduct } from "#app/catalogue/domain/import/plan-product.ts";
import type { ImportFormat } from "#app/catalogue/domain/import/mapping.ts";
import type { NamedProduct } from "#app/catalogue/data/import/same-names.server.ts";
import { isTypedKey } from "#app/catalogue/domain/typed/typed-menu.ts";
import { withoutUndefined } from "#app/values/narrow.ts";
import { suggestSlug } from "#app/values/addresses/slug.ts";

/*
 * How a row of a file finds its product. An imported product keeps its file's handle. A product created here gets a handle with its id and
 * a hash of its creation time: in another shop the same id is another product, and the hash does not match.
 */

const OWN_HANDLE = /-(\d{1,10})-([0-9a-f]{8})$/;

export function importKeyOf(format: ImportFormat, handle: string): string {
  return `${format}:${handle}`;
}

/** A product's handle in an exported file. */
export function handleOf(product: Pick<CurrentProduct, "id" | "name" | "importKey" | "createdAt">): string {
  if (product.importKey?.startsWith("shopify:") === true) return product.importKey.slice("shopify:".length);
  return `${suggestSlug(product.name).slice(0, 60) || "product"}-${product.id}-${markOf(product)}`;
}

/** The id in one of our own handles; null for any other handle. `isOwnHandle` checks whether it matches. */
export function ownIdIn(handle: string): number | null {
  const id = Number(OWN_HANDLE.exec(handle)?.[1]);
  return Number.isSafeInteger(id) && id <= 2_147_483_647 ? id : null;
}

/** The product's path in the previous shop, which redirects here; null: none. Numbers are addresses of this shop. */
export function oldAddressOf({
  importKey,
  handle,
  oldPath = null,
}: Pick<PlannedProduct, "importKey" | "handle" | "oldPath">): string | null {
  if (oldPath !== null) return `/${oldPath}`;
  const isOld = importKey === importKeyOf("shopify", handle) && !isTypedKey(importKey) && ownIdIn(handle) === null && !/^\d+$/.test(handle);
  return isOld ? `/products/${handle}` : null;
}

/** The name prefix may have changed since the file was written. */
export function isOwnHandle(handle: string, product: Pick<CurrentProduct, "id" | "importKey" | "createdAt">): boolean {
  const [, id, mark] = OWN_HANDLE.exec(handle) ?? [];
  return product.importKey?.startsWith("shopify:") !== true && Number(id) === product.id && mark === markOf(product);
}

function markOf({ id, createdAt }: Pick<CurrentProduct, "id" | "createdAt">): string {
  return createHash("sha256").update(`${id} ${createdAt.toISOString()}`).digest("hex").slice(0, 8);
}

/** A hash of the file's data about a product, without line numbers. */
export function planHash(planned: PlannedProduct): string {
  const { name, descriptionHtml, table, isHidden, taxClass, stock, tags, details, customizations, categories, images, variants } = planned;
  const hashedParts = [
    name,
    descriptionHtml,
    table,
    isHidden,
    taxClass,
    stock === undefined ? "unsaid" : stock,
    tags,
    details,
    customizations,
    categories,
    images.map(({ src, alt }) => [src, alt]),
    // Missing, as in the hashes of versions that did not read it.
    ...(variants === undefined
      ? []
      : [
          variants.map(({ values, sku = "unsaid", barcode = "unsaid", stock = "unsaid", lowStock, vendor, weightGrams, costCents }) => {
            const costs = withoutUndefined({ vendor, weightGrams, costCents });
            return [
              values,
              sku,
              barcode,
              stock,
              ...(lowStock === undefined ? [] : [lowStock]),
              ...(Object.keys(costs).length === 0 ? [] : [costs]),
            ];
          }),
        ]),
  ];
  return createHash("sha256").update(JSON.stringify(hashedParts)).digest("hex");
}

/** Whether only the name identifies the product of a line: a table without ids and SKUs. */
export function isKeyedByName({ importKey, handle, name, details, variants = [] }: PlannedProduct): boolean {
  const hasSku = [details, ...variants].some(({ sku }) => (sku ?? null) !== null);
  const isOfTable = importKey === importKeyOf("table", handle) || importKey === importKeyOf("woocommerce", handle);
  return isOfTable && !hasSku && handle === suggestSlug(name);
}

/** The only product of a name that was created here, manually or from a typed menu; undefined = none, or several. */
export function onlyFreeOf(namesakes: readonly NamedProduct[]): NamedProduct | undefined {
  const free = namesakes.filter(isMadeHere);
  return free.length === 1 ? free[0] : undefined;
}

function isMadeHere({ importKey }: NamedProduct): boolean {
  return importKey === null || isTypedKey(importKey);
}

/** Why a line is new although its name exists, as a sentence; null = it does not, or those from files have keys, too. */
export function nameNoteOf(planned: PlannedProduct, namesakes: readonly NamedProduct[]): string | null {
  const { name } = planned;
  const madeHere = namesakes.filter(isMadeHere).length;
  if (!isKeyedByName(planned))
    return madeHere === 0 ? null : `The shop has a product “${name}” without the id or SKU of this line, so this one is new.`;
  if (namesakes.length === 0) return null;
  return madeHere > 1
    ? `Several products are called “${name}”, so this one is new.`
    : `“${name}” of another file is there already, so this one is new.`;
}
