import type { QueueOptions } from "pg-boss";

/** A background queue. "Exclusive": a job whose key is waiting, running or retrying is not added again, so schedules do not pile up. */
export interface Queue {
  readonly name: string;
  readonly options: QueueOptions;
  /** Batch size and polling interval. */
  readonly worker: { readonly batchSize: number; readonly localConcurrency: number; readonly pollingIntervalSeconds: number };
}

/**
 * Workers send heartbeats; after `heartbeatSeconds` without one their jobs move on. Retries are for crashes and bugs; callers schedule expected
 * failures.
 */
const COMMON = { heartbeatSeconds: 10, retryDelay: 1, retryBackoff: true, deleteAfterSeconds: 3600 } as const;

/** For many short jobs that must not be lost. */
export function taskQueue(name: string): Queue {
  return {
    name,
    options: { ...COMMON, expireInSeconds: 60, retryLimit: 20, retryDelayMax: 3600, retentionSeconds: 30 * 86_400 },
    worker: { batchSize: 10, localConcurrency: 2, pollingIntervalSeconds: 1 },
  };
}

/** For jobs with high CPU or memory: one at a time per process. */
export function heavyQueue(name: string): Queue {
  const { options } = taskQueue(name);
  return {
    name,
    options: { ...options, expireInSeconds: 300, retryLimit: 6, retryDelay: 5, retryDelayMax: 600 },
    worker: { batchSize: 1, localConcurrency: 1, pollingIntervalSeconds: 1 },
  };
}

/** For recurring jobs: the next run does what a lost one missed. */
export function roundQueue(name: string): Queue {
  return {
    name,
    options: { ...COMMON, expireInSeconds: 300, retryLimit: 5, retryDelayMax: 60, retentionSeconds: 7 * 86_400 },
    worker: { batchSize: 2, localConcurrency: 1, pollingIntervalSeconds: 2 },
  };
}

/** For long restartable jobs: one at a time. */
export function longQueue(name: string): Queue {
  return {
    name,
    options: { ...COMMON, expireInSeconds: 6 * 3600, retryLimit: 20, retryDelayMax: 60, retentionSeconds: 7 * 86_400 },
    worker: { batchSize: 1, localConcurrency: 1, pollingIntervalSeconds: 1 },
  };
}
