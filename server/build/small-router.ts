import type { Plugin } from "vite";

const EMPTY = `
const nothing = () => undefined;
export {
  nothing as consumeInstrumentationClientResultMetaReceiver,
  nothing as getRouteInstrumentationUpdates,
  nothing as instrumentClientSideRouter,
};`;
const PLACE = "\0no-instrumentation";

/**
 * The router in the browser without the part that lets an application watch its navigations: `entry.client.tsx` hands it nobody who would. The names
 * are those that the router asks that file for; a version that asks for others does not build.
 */
export function smallRouter(): Plugin {
  return {
    name: "shopbell-small-router",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    resolveId(source, importer) {
      return source === "./instrumentation.js" && importer?.includes("node_modules/react-router/") === true ? PLACE : null;
    },
    load: (id) => (id === PLACE ? EMPTY : null),
  };
}
