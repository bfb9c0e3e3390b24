import type { QueueOptions } from "pg-boss";

/**
 * A background queue. All are "exclusive": a job whose key is still waiting, running or due for another try is not added a second time, so a
 * schedule never piles up behind a slow run and a sweep may offer the same work again without harm.
 */
export interface Queue {
  readonly name: string;
  readonly options: QueueOptions;
  /** How a worker fetches: how many jobs at once, and how often it looks while there are none. */
  readonly worker: { readonly batchSize: number; readonly localConcurrency: number; readonly pollingIntervalSeconds: number };
}

/**
 * A worker reports every few seconds that it lives; when it has been silent for `heartbeatSeconds` its jobs go to another one. The retries are
 * for such deaths and for bugs; a failure that is expected is planned by whoever adds the job.
 */
const COMMON = { heartbeatSeconds: 10, retryDelay: 1, retryBackoff: true, deleteAfterSeconds: 3600 } as const;

/** For many short jobs, none of which may be lost. */
export function taskQueue(name: string): Queue {
  return {
    name,
    options: { ...COMMON, expireInSeconds: 60, retryLimit: 20, retryDelayMax: 3600, retentionSeconds: 30 * 86_400 },
    worker: { batchSize: 10, localConcurrency: 2, pollingIntervalSeconds: 1 },
  };
}

/** For jobs that keep the processor or much memory busy: one at a time in each process. */
export function heavyQueue(name: string): Queue {
  const { options } = taskQueue(name);
  return {
    name,
    options: { ...options, expireInSeconds: 300, retryLimit: 6, retryDelay: 5, retryDelayMax: 600 },
    worker: { batchSize: 1, localConcurrency: 1, pollingIntervalSeconds: 1 },
  };
}

/** For rounds that are made again and again: the next one does what a lost one has not done. */
export function roundQueue(name: string): Queue {
  return {
    name,
    options: { ...COMMON, expireInSeconds: 300, retryLimit: 5, retryDelayMax: 60, retentionSeconds: 7 * 86_400 },
    worker: { batchSize: 2, localConcurrency: 1, pollingIntervalSeconds: 2 },
  };
}

/** For a few jobs that take minutes and may be begun again: one at a time. */
export function longQueue(name: string): Queue {
  return {
    name,
    options: { ...COMMON, expireInSeconds: 6 * 3600, retryLimit: 20, retryDelayMax: 60, retentionSeconds: 7 * 86_400 },
    worker: { batchSize: 1, localConcurrency: 1, pollingIntervalSeconds: 1 },
  };
}
