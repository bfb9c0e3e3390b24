import type { CurrentProduct } from "#app/catalogue/domain/import/differences.ts";
import type { LinkPlan } from "./import-links.server.ts";

/** Replaces the links that are not variants with those in the file, in its order; the product's overrides are kept. */
export function withCustomizations(
  plan: LinkPlan,
  names: readonly string[] | undefined,
  current: CurrentProduct | null,
  idOf: ReadonlyMap<string, number>,
): LinkPlan {
  if (names === undefined || JSON.stringify(names) === JSON.stringify(current?.customizations ?? [])) return plan;
  const ours = plan.links.filter((link) => plan.templateIds.includes(link.templateId));
  const others = names.flatMap((name, index) => {
    if (current?.copies.includes(name) === true) return [];
    const present = current?.groups.find((group) => group.name === name && !plan.templateIds.includes(group.id));
    const templateId = present?.id ?? idOf.get(name);
    if (templateId === undefined || plan.templateIds.includes(templateId)) return [];
    const overrides = plan.links.find((link) => link.templateId === templateId)?.overrides ?? {};
    return [{ templateId, position: ours.length + index, overrides }];
  });
  return {
    ...plan,
    links: [...ours, ...others.filter((link, index) => others.findIndex((each) => each.templateId === link.templateId) === index)],
  };
}
