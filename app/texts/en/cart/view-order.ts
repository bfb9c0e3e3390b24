/** The bar at the bottom of small screens while the cart has items. */

export const yourOrder = "Your order";
/** "View order · 3 · $41.20" */
export const viewOrder = (count: number, amount: string) => `View order · ${count} · ${amount}`;
