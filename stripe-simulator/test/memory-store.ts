import type { RecordKind, RecordOf, SimulatorRecord } from "#stripe-simulator/payment/records.ts";
import type { RecordQuery, SimulatorStore, SimulatorUnit, StoredAnswer } from "#stripe-simulator/store/store.ts";

/** In-memory store with the guarantees of the durable one. */
export function createMemoryStore(): SimulatorStore {
  const records = createRecords();
  const answers = new Map<string, StoredAnswer>();
  const heldKeys = new Set<string>();
  /** The last promise in the queue of each claimed record. */
  const queues = new Map<string, Promise<void>>();

  async function unit<T>(work: (unit: SimulatorUnit) => Promise<T>): Promise<T> {
    const written = new Map<string, SimulatorRecord | null>();
    const answered = new Map<string, StoredAnswer>();
    const claimed = new Set<string>();
    const keys = new Set<string>();
    const releases: (() => void)[] = [];

    function read(id: string): SimulatorRecord | undefined {
      const writtenRecord = written.get(id);
      if (writtenRecord !== undefined) return writtenRecord ?? undefined;
      return structuredClone(records.get(id));
    }

    try {
      const result = await work({
        find: async (id) => read(id),
        async claim(id) {
          if (!claimed.has(id)) {
            claimed.add(id);
            const earlier = queues.get(id);
            let release = () => {};
            const own = new Promise<void>((resolve) => {
              release = resolve;
            });
            queues.set(id, own);
            releases.push(() => {
              if (queues.get(id) === own) queues.delete(id);
              release();
            });
            await earlier;
          }
          return read(id);
        },
        list: async (query) => structuredClone(pick(records.ofKind(query.kind, written), query)),
        save: (record) => written.set(record.id, record),
        remove: (id) => written.set(id, null),
        async claimKey(key) {
          if (!keys.has(key) && heldKeys.has(key)) return "busy";
          heldKeys.add(key);
          keys.add(key);
          return answers.get(key);
        },
        saveAnswer: (key, answer) => answered.set(key, answer),
      });
      for (const [id, record] of written) {
        if (record === null) records.remove(id);
        else records.save(record);
      }
      for (const [key, answer] of answered) answers.set(key, answer);
      return result;
    } finally {
      for (const key of keys) heldKeys.delete(key);
      for (const release of releases) release();
    }
  }

  return {
    unit,
    async forgetAnswers(before) {
      for (const [key, answer] of answers) if (answer.at < before) answers.delete(key);
    },
    async forgetUnusedMethods(before) {
      const paying = [...records.ofKind("intent"), ...records.ofKind("charge")];
      const used = new Set(paying.map(({ methodId }) => methodId));
      for (const { at, id } of records.ofKind("method")) if (at < before && !used.has(id)) records.remove(id);
    },
  };
}

interface Records {
  get(id: string): SimulatorRecord | undefined;
  /** All of one kind, with `written` in place of the stored ones: a list must not read the thousands of other records. */
  ofKind<K extends RecordKind>(kind: K, written?: ReadonlyMap<string, SimulatorRecord | null>): readonly RecordOf<K>[];
  save(record: SimulatorRecord): void;
  remove(id: string): void;
}

/** Callers get copies, so that none can change a record through a shared reference. */
function createRecords(): Records {
  const kinds = new Map<RecordKind, Map<string, SimulatorRecord>>();
  const kindOf = new Map<string, RecordKind>();
  return {
    get(id) {
      const kind = kindOf.get(id);
      return kind === undefined ? undefined : kinds.get(kind)?.get(id);
    },
    ofKind<K extends RecordKind>(kind: K, written: ReadonlyMap<string, SimulatorRecord | null> = new Map()) {
      const isOfKind = (record: SimulatorRecord | null): record is RecordOf<K> => record?.kind === kind;
      const stored = [...(kinds.get(kind)?.values() ?? [])].filter(({ id }) => !written.has(id));
      return [...stored, ...written.values()].filter((record) => isOfKind(record));
    },
    save(record) {
      const ofKind = kinds.get(record.kind) ?? new Map<string, SimulatorRecord>();
      kinds.set(record.kind, ofKind);
      kindOf.set(record.id, record.kind);
      // As the database stores it.
      ofKind.set(record.id, JSON.parse(JSON.stringify(record)) as SimulatorRecord);
    },
    remove(id) {
      const kind = kindOf.get(id);
      if (kind !== undefined) kinds.get(kind)?.delete(id);
      kindOf.delete(id);
    },
  };
}

function pick<K extends RecordKind>(all: readonly RecordOf<K>[], query: RecordQuery<K>): RecordOf<K>[] {
  const direction = query.oldestFirst ? 1 : -1;
  const order = (a: { at: number; id: string }, b: { at: number; id: string }) =>
    direction * (a.at - b.at || Number(a.id > b.id) - Number(a.id < b.id));
  const { after } = query;
  return all
    .filter((record) => record.at >= (query.from ?? Number.NEGATIVE_INFINITY) && record.at < (query.before ?? Number.POSITIVE_INFINITY))
    .filter((record) => Object.entries(query.matching ?? {}).every(([name, value]) => Reflect.get(record, name) === value))
    .filter((record) => after === undefined || order(after, record) < 0)
    .sort(order)
    .slice(0, query.limit);
}
