/** "50 MB", "2.5 MB". */
export function megabytes(bytes: number): string {
  return `${bytes / 1_000_000} MB`;
}

/** The message of browser and server for a file above its limit. */
export function fileTooLarge(maxBytes: number): string {
  return `This file is too large. Use one of at most ${megabytes(maxBytes)}.`;
}
