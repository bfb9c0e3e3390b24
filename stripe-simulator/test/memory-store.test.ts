import { createMemoryStore } from "./memory-store.ts";
import { testStorePromises } from "./store-promises.ts";

const store = createMemoryStore();
testStorePromises(() => store);
