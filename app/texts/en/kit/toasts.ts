/** Short messages at a corner of the page. */

/** The label of their area; screen readers read it with its keyboard shortcut. */
export const notifications = "Notifications";
