/** Where the bytes of pictures lie. Keys are made by us (media-key.server.ts); every object is immutable once it is there. */
export interface MediaStore {
  /** Resolves when the object would survive a power cut. Putting the same key again is harmless. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The whole object (re-encoded pictures are small), or null. */
  read(key: string): Promise<Uint8Array | null>;
  has(key: string): Promise<boolean>;
  /** Nothing happens when there is no such object. */
  remove(key: string): Promise<void>;
  /** Every key, in no particular order. */
  list(): AsyncIterable<string>;
}

/** The store does not answer; the same call may work in some seconds. */
export class MediaUnavailable extends Error {}
