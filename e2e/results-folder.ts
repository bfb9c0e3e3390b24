/** What failed browser tests and their shops leave; emptied at the start of each run. */
export const RESULTS_FOLDER = "test-results/browser";
