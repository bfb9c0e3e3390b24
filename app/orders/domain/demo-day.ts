/** How the checkout keys of all orders of the demo begin. Keys of other orders are hexadecimal digits. */
export const DEMO_KEY = "demo-";

/** How the checkout keys of the demo's orders of a day begin. No customer placed them, and they go with the demo even while they are open. */
export const DEMO_DAY_KEY = `${DEMO_KEY}day-`;

export interface DemoDay {
  readonly orders: number;
  /** Of these, how many wait for an answer. */
  readonly waiting: number;
}
