/**
 * Removes the customer's data from this window once the order is placed. The keys are also in use-typed-draft.ts and payment/attempt.ts; a
 * shared module would be one more file for the checkout to load.
 */
export function clearCheckoutStorage(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith("shopbell:checkout-")) sessionStorage.removeItem(key);
}
