/** Order hours as the shop's pages show them. */
export interface OrderHoursNote {
  /** In words; "" = the hours are shown above the list. */
  readonly text: string;
  readonly isNow: boolean;
  /** Not now, but for one of the times that the shop offers for later. */
  readonly isLater: boolean;
}

/** Whether the product may be put into a cart: now, or for later. */
export function canBeAdded(product: { readonly isSoldOut: boolean; readonly hours: OrderHoursNote | null }): boolean {
  return !product.isSoldOut && (product.hours === null || product.hours.isNow || product.hours.isLater);
}
