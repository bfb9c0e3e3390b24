/** The query of the home page in the preview frame of the setup, where it runs no scripts. */
export const SETUP_PREVIEW = "?preview=setup";
