import type { RecordKind, RecordOf, SimulatorRecord } from "#stripe-simulator/payment/records.ts";
import type { RecordQuery, SimulatorStore, SimulatorUnit, StoredAnswer } from "#stripe-simulator/store/store.ts";

/** In-memory store with the guarantees of the durable one. */
export function createMemoryStore(): SimulatorStore {
  const records = new Map<string, string>();
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
      const stored = records.get(id);
      return stored === undefined ? undefined : parseRecord(stored);
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
        list: async (query) => pick([...mergedIds(records, written)].map(read), query),
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
        if (record === null) records.delete(id);
        else records.set(id, JSON.stringify(record));
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
      const all = [...records.values()].map(parseRecord);
      const used = new Set(all.flatMap((record) => (record.kind === "intent" || record.kind === "charge" ? [record.methodId] : [])));
      for (const { kind, at, id } of all) if (kind === "method" && at < before && !used.has(id)) records.delete(id);
    },
  };
}

// Stored as text, so that no caller can change a record through a shared reference.
function parseRecord(text: string): SimulatorRecord {
  return JSON.parse(text) as SimulatorRecord;
}

function mergedIds(records: ReadonlyMap<string, string>, written: ReadonlyMap<string, unknown>): Set<string> {
  return new Set([...records.keys(), ...written.keys()]);
}

function pick<K extends RecordKind>(all: readonly (SimulatorRecord | undefined)[], query: RecordQuery<K>): readonly RecordOf<K>[] {
  const direction = query.oldestFirst ? 1 : -1;
  const order = (a: { at: number; id: string }, b: { at: number; id: string }) =>
    direction * (a.at - b.at || Number(a.id > b.id) - Number(a.id < b.id));
  const { after } = query;
  return all
    .filter((record): record is RecordOf<K> => record?.kind === query.kind)
    .filter((record) => record.at >= (query.from ?? Number.NEGATIVE_INFINITY) && record.at < (query.before ?? Number.POSITIVE_INFINITY))
    .filter((record) => Object.entries(query.matching ?? {}).every(([name, value]) => Reflect.get(record, name) === value))
    .filter((record) => after === undefined || order(after, record) < 0)
    .sort(order)
    .slice(0, query.limit);
}
