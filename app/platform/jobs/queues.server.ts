import type { QueueOptions, QueuePolicy } from "pg-boss";

/**
 * Every background queue. All are "exclusive": a job whose key is still waiting, running or due for another try is not added a second
 * time, so a schedule never piles up behind a slow run and a sweep may offer the same work again without harm.
 *
 * A worker reports every few seconds that it lives; when it has been silent for `heartbeatSeconds` its jobs go to another one. The retries
 * here are for such deaths and for bugs; a failure that is expected (a mail refused for now) is planned by the workflow itself.
 */
export const QUEUES = {
  mail: {
    heartbeatSeconds: 10,
    expireInSeconds: 60,
    retryLimit: 20,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 3600,
    deleteAfterSeconds: 3600,
    retentionSeconds: 30 * 86_400,
  },
  "reconcile-payments": {
    heartbeatSeconds: 10,
    expireInSeconds: 300,
    retryLimit: 5,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    deleteAfterSeconds: 3600,
    retentionSeconds: 7 * 86_400,
  },
  "release-holds": {
    heartbeatSeconds: 10,
    expireInSeconds: 300,
    retryLimit: 5,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    deleteAfterSeconds: 3600,
    retentionSeconds: 7 * 86_400,
  },
} as const satisfies Record<string, QueueOptions>;

export type QueueName = keyof typeof QUEUES;
export const QUEUE_NAMES = Object.keys(QUEUES) as readonly QueueName[];

/** How a worker of the queue fetches: how many jobs at once, and how often it looks while there are none. */
export const WORKERS: Readonly<
  Record<QueueName, { readonly batchSize: number; readonly localConcurrency: number; readonly pollingIntervalSeconds: number }>
> = {
  mail: { batchSize: 10, localConcurrency: 2, pollingIntervalSeconds: 1 },
  "reconcile-payments": { batchSize: 2, localConcurrency: 1, pollingIntervalSeconds: 2 },
  "release-holds": { batchSize: 2, localConcurrency: 1, pollingIntervalSeconds: 2 },
};

export const QUEUE_POLICY: QueuePolicy = "exclusive";
