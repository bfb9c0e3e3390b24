/** Order hours on the shop's pages. */
export interface OrderHoursNote {
  /** As text; "" = shown above the list. */
  readonly text: string;
  readonly isNow: boolean;
  /** Not now, but at an offered later time. */
  readonly isLater: boolean;
}

/** Whether the product can be added now or for later. */
export function canBeAdded(product: { readonly isSoldOut: boolean; readonly hours: OrderHoursNote | null }): boolean {
  return !product.isSoldOut && (product.hours === null || product.hours.isNow || product.hours.isLater);
}
