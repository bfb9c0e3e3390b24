import type { Configuration, FileItem } from "#app/content/domain/configuration.schema.ts";
import { counted } from "#app/values/plural.ts";
import type { ConfigurationPart } from "./configuration-change.ts";

interface Shop {
  readonly hasPicture: boolean;
}

/** What a shop without products and categories can take of a file: all but what names products, categories or pictures that are not there. `left` says what waits. */
export function withoutCatalogue(
  file: Configuration,
  parts: readonly ConfigurationPart[],
  shop: Shop,
): { readonly file: Configuration; readonly left: readonly string[] } {
  const uses = file.templates.reduce((sum, template) => sum + template.products.length, 0);
  const blocks = (file.home?.blocks ?? []).filter((block) => block.type === "text");
  const lostBlocks = (file.home?.blocks.length ?? 0) - blocks.length;
  const lostItems: string[] = [];
  const kept = (items: readonly FileItem[]): FileItem[] =>
    items.flatMap((item): FileItem[] => {
      const below = item.children === undefined ? {} : { children: kept(item.children) };
      if (item.type !== "category") return [{ ...item, ...below }];
      lostItems.push(item.text || item.category.join(" > "));
      return [];
    });
  const { site_top_menu: top, site_footer_menu: footer } = file.menus;
  const menus = {
    ...(top === undefined ? {} : { site_top_menu: kept(top) }),
    ...(footer === undefined ? {} : { site_footer_menu: footer.map((column) => ({ ...column, items: kept(column.items) })) }),
  };
  const sections = Object.fromEntries(parts.map((part) => [part.section, file[part.section].filter((item) => !part.namesCatalogue(item))]));
  const lostRules = parts.reduce((sum, part) => sum + file[part.section].length - (sections[part.section]?.length ?? 0), 0);
  const lostPicture = file.home?.picture != null && !shop.hasPicture;
  const home = file.home === null ? null : { ...file.home, blocks, picture: lostPicture ? null : file.home.picture };
  const lost = [
    uses === 0 ? "" : counted(uses, "use of a template by a product", "uses of templates by products"),
    lostBlocks === 0 ? "" : counted(lostBlocks, "block of the home page", "blocks of the home page"),
    lostPicture ? "the picture of the home page" : "",
    lostItems.length === 0 ? "" : `${counted(lostItems.length, "menu item", "menu items")} (${lostItems.slice(0, 10).join(", ")})`,
    lostRules === 0 ? "" : counted(lostRules, "promotion for certain products", "promotions for certain products"),
  ].filter((text) => text !== "");
  const waiting = templatesOfProducts(file.templates);
  const templates = file.templates.filter(({ key }) => !waiting.has(key)).map((each) => ({ ...each, products: [] }));
  return { file: { ...file, ...sections, templates, home, menus }, left: lost };
}

/** Keys of the templates that an import of products makes itself, as variants, and of those that refer to them. */
function templatesOfProducts(templates: Configuration["templates"]): ReadonlySet<string> {
  const keys = new Set(
    templates.filter(({ kind, minSelect, products }) => kind === "single" && minSelect > 0 && products.length > 0).map(({ key }) => key),
  );
  for (let size = -1; size !== keys.size;) {
    size = keys.size;
    for (const { key, showWhen, options } of templates)
      if ([...showWhen, ...options.flatMap((option) => option.prices)].some(({ template }) => keys.has(template))) keys.add(key);
  }
  return keys;
}
