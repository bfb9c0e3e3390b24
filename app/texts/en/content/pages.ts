/** Pages and home-page blocks that staff write: what the shop adds to them. */

/* Labels of blocks without a title. */
export const products = "Products";
export const chosenCategories = "Chosen categories";

/** The title of a page that is not public yet, for those who have a link to it. */
export const previewTitle = (pageTitle: string) => `Preview: ${pageTitle}`;
export const previewIsOver = (hours: number) => `This preview is over: its link worked for ${hours} hours. Ask the sender for a new one.`;

/** The label of an area that scrolls sideways. */
export const table = "Table";
