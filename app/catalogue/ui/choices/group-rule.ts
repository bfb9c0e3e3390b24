import { maxUnits, type CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";

/** A group's rule in plain words: "Choose 1", "Choose 2 to 4", "Up to 3, first 2 free", "Optional". */
export function groupRule(group: CustomizationTemplate): string {
  if (group.kind === "text") return group.minSelect > 0 ? "Please fill in" : "Optional";
  const max = maxUnits(group);
  const parts = [countRule(group.minSelect, max)];
  if (group.kind === "quantity" && group.maxPerOption !== null && (max === null || group.maxPerOption < max))
    parts.push(`at most ${group.maxPerOption} of each`);
  if (group.freeCount > 0) parts.push(group.freeCount === 1 ? "the first one free" : `the first ${group.freeCount} free`);
  return parts.join(", ");
}

function countRule(min: number, max: number | null): string {
  if (min === 0) {
    if (max === null) return "Optional";
    return max === 1 ? "Optional, choose 1" : `Up to ${max}`;
  }
  if (max === null) return `Choose at least ${min}`;
  return min === max ? `Choose ${min}` : `Choose ${min} to ${max}`;
}
