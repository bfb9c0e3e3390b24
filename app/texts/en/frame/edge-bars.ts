/** The bars at the lower edge of every page. Those of a new version are fixed by the specification. */

export const newVersion = "New version of app is available.";
export const reloadNow = "Reload now";
export const noConnection = "No connection. What you have entered stays here.";
