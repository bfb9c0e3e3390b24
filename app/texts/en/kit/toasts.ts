/** Short messages at a corner of the page. */

/** The label of their area; screen readers read it with the keys that lead there. */
export const notifications = "Notifications";
