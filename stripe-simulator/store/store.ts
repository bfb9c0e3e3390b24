import type { RecordKind, RecordOf, SimulatorRecord, WireObject } from "#stripe-simulator/payment/records.ts";

/** A page of records of one kind, newest first unless said otherwise. */
export interface RecordQuery<K extends RecordKind = RecordKind> {
  readonly kind: K;
  /** Epoch milliseconds, inclusive. */
  readonly from?: number;
  /** Epoch milliseconds, exclusive. */
  readonly before?: number;
  /** Fields of the stored record that must be equal. */
  readonly matching?: Readonly<Record<string, string>>;
  /** Only records that follow this one in the order asked for. */
  readonly after?: { readonly at: number; readonly id: string };
  readonly oldestFirst?: boolean;
  readonly limit: number;
}

/** The stored answer of a request that carried an idempotency key. */
export interface StoredAnswer {
  readonly requestHash: string;
  readonly status: number;
  readonly body: WireObject;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * One piece of work: everything it saves becomes visible together when it ends, or not at all when it throws. Reads see the unit's
 * own writes.
 */
export interface SimulatorUnit {
  find(id: string): Promise<SimulatorRecord | undefined>;
  /** Finds the record and keeps every other unit from claiming it until this one ends (waits for them first). */
  claim(id: string): Promise<SimulatorRecord | undefined>;
  list<K extends RecordKind>(query: RecordQuery<K>): Promise<readonly RecordOf<K>[]>;
  save(record: SimulatorRecord): void;
  remove(id: string): void;
  /** "busy" when another unit holds the key right now; otherwise the key is held until this unit ends. */
  claimKey(key: string): Promise<StoredAnswer | "busy" | undefined>;
  saveAnswer(key: string, answer: StoredAnswer): void;
}

/** Where the simulator keeps its objects. Implementations are safe for any number of concurrent units. */
export interface SimulatorStore {
  unit<T>(work: (unit: SimulatorUnit) => Promise<T>): Promise<T>;
  /** Forgets answers stored before this moment (epoch milliseconds). */
  forgetAnswers(before: number): Promise<void>;
  /** Forgets payment methods stored before this moment (epoch milliseconds) that no payment was ever tried with. */
  forgetUnusedMethods(before: number): Promise<void>;
}
