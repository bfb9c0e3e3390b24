import type { Cents } from "#app/values/money.ts";
import type { CustomizationOverrides } from "./customization.ts";
import type { CustomizationCopy } from "./customization-copy.ts";
import { jsonOf } from "#app/values/json.ts";

/** A customization of a product: a link by template id, or a copy by its id. */
export interface AttachedCustomization {
  readonly kind: "link" | "copy";
  readonly id: number;
  readonly overrides: CustomizationOverrides;
}

/** A stored copy. */
export interface KeptCopy {
  readonly body: CustomizationCopy;
  readonly copiedFrom: number | null;
  readonly templateVersion: number | null;
}

/** Overrides without empty values, so that equal ones are stored alike. */
export function tidyOverrides({ options = {}, title, ...numbers }: CustomizationOverrides): CustomizationOverrides {
  const kept = Object.entries(options)
    .map(([id, each]) => [id, withoutNull(each)] as const)
    .filter(([, each]) => Object.keys(each).length > 0);
  return {
    ...withoutNull({ title: title === "" ? null : title, ...numbers }),
    ...(kept.length === 0 ? {} : { options: Object.fromEntries(kept) }),
  };
}

/** The fields that have a value. */
export function withoutNull<Value extends object>(value: Value) {
  const given = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(given) as { [Name in keyof Value]?: NonNullable<Value[Name]> };
}

/** A number being typed: its text while invalid; undefined if empty. */
export type Typed = number | string | undefined;

/** Overrides in a product's form. */
export interface TypedOverrides {
  readonly title?: string | undefined;
  readonly minSelect?: Typed;
  readonly maxSelect?: Typed;
  readonly freeCount?: Typed;
  readonly options?: Readonly<Record<string, TypedOption | undefined>> | undefined;
}

export interface TypedOption {
  readonly priceDelta?: Typed;
  readonly hidden?: boolean | undefined;
  readonly isDefault?: boolean | undefined;
  readonly soldOut?: boolean | undefined;
}

export interface TypedAttached {
  readonly kind: "link" | "copy";
  readonly id: number;
  readonly overrides: TypedOverrides;
}

/** The parsed field; empty if invalid. */
export function readAttached(text: string): readonly TypedAttached[] {
  const value = jsonOf(text);
  return Array.isArray(value) ? (value as readonly TypedAttached[]) : [];
}

/** Valid values for a preview; unfinished numbers inherit. */
export function heldOverrides({ title, options = {}, ...numbers }: TypedOverrides): CustomizationOverrides {
  const counts = Object.fromEntries(Object.entries(numbers).filter(([, value]) => typeof value === "number"));
  return tidyOverrides({
    ...counts,
    title: title?.trim() ?? null,
    options: Object.fromEntries(Object.entries(options).map(([id, each]) => [id, { ...each, priceDelta: heldCents(each?.priceDelta) }])),
  });
}

function heldCents(typed: Typed): Cents | null {
  return typeof typed === "number" ? typed : null;
}
