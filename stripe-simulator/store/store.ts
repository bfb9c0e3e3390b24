import type { RecordKind, RecordOf, SimulatorRecord, WireObject } from "#stripe-simulator/payment/records.ts";

/** A page of records of one kind, newest first unless said otherwise. */
export interface RecordQuery<K extends RecordKind = RecordKind> {
  readonly kind: K;
  /** Epoch milliseconds, inclusive. */
  readonly from?: number;
  /** Epoch milliseconds, exclusive. */
  readonly before?: number;
  /** Fields of the stored record that must match. */
  readonly matching?: Readonly<Record<string, string>>;
  /** Only records after this one in the requested order. */
  readonly after?: { readonly at: number; readonly id: string };
  readonly oldestFirst?: boolean;
  readonly limit: number;
}

/** The stored response of a request with an idempotency key. */
export interface StoredAnswer {
  readonly requestHash: string;
  readonly status: number;
  readonly body: WireObject;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * A unit of work: all its writes become visible together when it ends, or not at all when it throws. Reads see the unit's own writes.
 */
export interface SimulatorUnit {
  find(id: string): Promise<SimulatorRecord | undefined>;
  /** Finds the record and locks it against other units until this one ends (waits for them first). */
  claim(id: string): Promise<SimulatorRecord | undefined>;
  list<K extends RecordKind>(query: RecordQuery<K>): Promise<readonly RecordOf<K>[]>;
  save(record: SimulatorRecord): void;
  remove(id: string): void;
  /** "busy" when another unit has the key; otherwise the key is locked until this unit ends. */
  claimKey(key: string): Promise<StoredAnswer | "busy" | undefined>;
  saveAnswer(key: string, answer: StoredAnswer): void;
}

/** The simulator's storage. Implementations are safe for any number of concurrent units. */
export interface SimulatorStore {
  unit<T>(work: (unit: SimulatorUnit) => Promise<T>): Promise<T>;
  /** Deletes responses stored before this moment (epoch milliseconds). */
  forgetAnswers(before: number): Promise<void>;
  /** Deletes payment methods stored before this moment (epoch milliseconds) that no payment has used. */
  forgetUnusedMethods(before: number): Promise<void>;
}
