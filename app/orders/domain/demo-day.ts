/** The prefix of the checkout keys of all demo orders. Other keys are hexadecimal. */
export const DEMO_KEY = "demo-";

/** The prefix of the checkout keys of the demo's orders of a day. They have no real customer, and are removed with the demo even while open. */
export const DEMO_DAY_KEY = `${DEMO_KEY}day-`;

export interface DemoDay {
  readonly orders: number;
  /** How many of these wait for a decision. */
  readonly waiting: number;
}
