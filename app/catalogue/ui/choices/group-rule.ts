import * as texts from "#texts/catalogue/choices.ts";
import { maxUnits, type CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";

/** A group's rule in words: "Choose 1", "Choose 2 to 4", "Up to 3, first 2 free", "Optional". */
export function groupRule(group: CustomizationTemplate): string {
  if (group.kind === "text") return group.minSelect > 0 ? texts.fillIn : texts.optional;
  const max = maxUnits(group);
  const parts = [countRule(group.minSelect, max)];
  if (group.kind === "quantity" && group.maxPerOption !== null && (max === null || group.maxPerOption < max))
    parts.push(texts.mostOfEach(group.maxPerOption));
  if (group.freeCount > 0) parts.push(group.freeCount === 1 ? texts.firstFree : texts.firstOnesFree(group.freeCount));
  return parts.join(", ");
}

function countRule(min: number, max: number | null): string {
  if (min === 0) {
    if (max === null) return texts.optional;
    return max === 1 ? texts.optionalOne : texts.upTo(max);
  }
  if (max === null) return texts.atLeast(min);
  return min === max ? texts.exactly(min) : texts.between(min, max);
}
