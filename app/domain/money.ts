/** An amount in integer cents of the store's currency (US dollars, specification section 9). */
export type Cents = number;
/** A percentage as integer parts per million: 13 % = 130 000, 8.875 % = 88 750. */
export type PartsPerMillion = number;
