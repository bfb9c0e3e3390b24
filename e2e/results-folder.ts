/** The output of failed browser tests and their shops; emptied at the start of each run. */
export const RESULTS_FOLDER = "test-results/browser";
