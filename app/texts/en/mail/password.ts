/** The emails to staff with a link to a password: the invitation to a new account, and a new password. */

import { counted } from "#texts/plural.ts";

export const invitationSubject = (shop: string) => `${shop}: your staff account`;
export const accountCreated = (name: string, shop: string) => `Hello ${name}, a staff account at ${shop} was created for you.`;
/** Before the link. */
export const choosePassword = (days: number) => `Choose your password here. The link works once, for ${counted(days, "day", "days")}:`;
export const choose = "Choose a password";
export const notExpected = "You did not expect this? Then ignore it.";

export const resetSubject = (shop: string) => `${shop}: set a new password`;
export const passwordRequested = (name: string, shop: string) => `Hello ${name}, a new password was requested for your account at ${shop}.`;
/** Before the link. */
export const setPassword = (minutes: number) => `Set it here. The link works once, for ${counted(minutes, "minute", "minutes")}:`;
export const setNew = "Set a new password";
export const notYou = "It was not you? Then ignore this mail: your password stays as it is.";
