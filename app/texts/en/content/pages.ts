/** Pages and home-page blocks that staff write: the shop's own texts in them. */

/* Labels of blocks without a title. */
export const products = "Products";
export const chosenCategories = "Chosen categories";

/** The title of an unpublished page, for visitors with a preview link. */
export const previewTitle = (pageTitle: string) => `Preview: ${pageTitle}`;
export const previewIsOver = (hours: number) => `This preview is over: its link worked for ${hours} hours. Ask the sender for a new one.`;

/** The label of an area that scrolls horizontally. */
export const table = "Table";
