/** A rating as stars. */

/** For screen readers; `rating`: "4.5". */
export const outOfFive = (rating: string | number) => `${rating} out of 5 stars`;
