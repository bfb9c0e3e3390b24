/** The storage of picture files. We create the keys (media-key.server.ts); every object is immutable. */
export interface MediaStore {
  /** Resolves once the object would survive a power cut. Storing the same key again is harmless. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The whole object (re-encoded pictures are small), or null. */
  read(key: string): Promise<Uint8Array | null>;
  has(key: string): Promise<boolean>;
  /** Does nothing if there is no such object. */
  remove(key: string): Promise<void>;
  /** Every key, in no particular order. */
  list(): AsyncIterable<string>;
}

/** The store does not respond; the same call may work in a few seconds. */
export class MediaUnavailable extends Error {}
