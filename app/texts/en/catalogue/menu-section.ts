/** A category with its first products on the home page. */

export const viewAll = (count: number, category: string) => `View all ${count} in ${category}`;
export const view = (category: string) => `View ${category}`;
