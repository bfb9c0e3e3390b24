/** A mail as it is sent. */
export interface Letter {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Writes the letter for what lies in the outbox. Throws for a kind or data it does not know. */
export type LetterWriter = (kind: string, data: object) => Promise<Letter>;
