import { AsyncLocalStorage } from "node:async_hooks";

const ids = new AsyncLocalStorage<string>();

/** Adds the id to all log lines written during `work`. */
export function withRequestId<T>(id: string, work: () => T): T {
  return ids.run(id, work);
}

/** For log lines; empty outside of a request. */
export function requestIds(): { readonly requestId?: string } {
  const requestId = ids.getStore();
  return requestId === undefined ? {} : { requestId };
}
