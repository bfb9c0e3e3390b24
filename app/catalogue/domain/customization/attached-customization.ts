import type { Cents } from "#app/values/money.ts";
import type { CustomizationOverrides } from "./customization.ts";
import type { CustomizationCopy } from "./customization-copy.ts";
import { jsonOf } from "#app/values/json.ts";

/** A question attached to a product: a link to the template with that number, or the product's own copy with that number. */
export interface AttachedCustomization {
  readonly kind: "link" | "copy";
  readonly id: number;
  readonly overrides: CustomizationOverrides;
}

/** A copy as it is stored. */
export interface KeptCopy {
  readonly body: CustomizationCopy;
  readonly copiedFrom: number | null;
  readonly templateVersion: number | null;
}

/** Overrides with nothing in them but what says something: absent and null both inherit, so that equal ones are written alike. */
export function tidyOverrides({ options = {}, title, ...numbers }: CustomizationOverrides): CustomizationOverrides {
  const kept = Object.entries(options)
    .map(([id, each]) => [id, withoutNull(each)] as const)
    .filter(([, each]) => Object.keys(each).length > 0);
  return {
    ...withoutNull({ title: title === "" ? null : title, ...numbers }),
    ...(kept.length === 0 ? {} : { options: Object.fromEntries(kept) }),
  };
}

function withoutNull<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null && each !== undefined)) as Partial<Value>;
}

/** A number being typed: as it stands in the field while it is none; undefined = the field is empty. */
export type Typed = number | string | undefined;

/** Overrides as the form of a product holds them. */
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

/** What the field holds; nothing for a text that is none of ours. */
export function readAttached(text: string): readonly TypedAttached[] {
  const value = jsonOf(text);
  return Array.isArray(value) ? (value as readonly TypedAttached[]) : [];
}

/** What holds already, for a preview: numbers that are not finished inherit. */
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
