/** The query of the home page in the frame of the setup, where it is still: without scripts. */
export const SETUP_PREVIEW = "?preview=setup";
