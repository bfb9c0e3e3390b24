export const FULFILLMENTS = ["pickup", "delivery"] as const;

export type Fulfillment = (typeof FULFILLMENTS)[number];
