import { createMemoryStore } from "./memory-store.server.ts";
import { testStorePromises } from "./store-promises.ts";

const store = createMemoryStore();
testStorePromises(() => store);
