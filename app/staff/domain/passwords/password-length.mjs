// Plain JavaScript, as new-password.mjs, and apart from it: the browser needs these two and not the list of common passwords.

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;
