/** A feature of a library that no page of the shop uses, and the functions that are there for it alone. */
export interface UnusedPart {
  /** Names of the library's interface that would need it. Who imports one of them does not build. */
  readonly asked: readonly string[];
  /** Run although nobody asked, and find nothing to do: they get an empty body. */
  readonly idle?: readonly string[];
  /** Like idle ones, but their text is awaited: they answer an empty one. */
  readonly silent?: readonly string[];
  /** Only run for who uses the feature: they throw. */
  readonly refused?: readonly string[];
  /** Statements of this beginning that give an object one more function (`exports.preload =`): they go. */
  readonly assigned?: readonly string[];
  /** Constants that are worked out when the file is run: they are undefined. */
  readonly nothing?: readonly string[];
}

/** A file of a package in the very version that was read when this table was made. */
export interface TrimmedFile {
  readonly package: string;
  readonly version: string;
  readonly file: string;
  readonly parts: readonly UnusedPart[];
}

/**
 * What is left out of React in the browser (docs/decisions/0023-unused-react.md). Each entry was found by what the browser ran in the journeys of
 * `e2e/` and then read: which calls lead there, and that none does without the feature.
 */
const REACT_DOM: readonly UnusedPart[] = [
  {
    // Transitions that the browser draws between two states of a page. Without such an element no fiber has tag 30 or one of its flags.
    asked: ["ViewTransition", "addTransitionType"],
    idle: [
      "trackEnterViewTransitions",
      "commitEnterViewTransitions",
      "commitExitViewTransitions",
      "commitNestedViewTransitions",
      "restoreEnterOrExitViewTransitions",
      "restoreNestedViewTransitions",
      "restoreViewTransitionOnHostInstances",
      // Waits for pictures inside such an element alone.
      "preloadInstanceAndSuspendIfNeeded",
    ],
    refused: [
      "startViewTransition",
      "commitAfterMutationEffectsOnFiber",
      "applyViewTransitionToHostInstances",
      "createViewTransitionInstance",
      "getViewTransitionName",
      "getViewTransitionClassName",
      "suspendInstance",
      "estimateBandwidth",
    ],
  },
  {
    // A ref on a Fragment: no such ref, no instance, nobody to tell of children that come and go.
    asked: ["FragmentInstance"],
    idle: ["commitNewChildToFragmentInstances", "commitFragmentInstanceInsertionEffects", "commitFragmentInstanceDeletionEffects"],
    refused: ["FragmentInstance"],
    assigned: ["FragmentInstance.prototype."],
  },
  {
    // The path of components to an error, rebuilt by calling each of them; nobody in the browser is shown it. The error's own stack stays.
    asked: ["captureOwnerStack"],
    silent: ["getStackByFiberInDevAndProd"],
  },
  {
    asked: ["SuspenseList", "unstable_SuspenseList"],
    refused: ["updateSuspenseListComponent", "cutOffTailIfNeeded", "findFirstSuspended"],
  },
  { asked: ["Activity"], refused: ["updateActivityComponent", "commitActivityHydrationCallbacks"] },
  // Every page comes alive from what the server has drawn.
  { asked: ["createRoot"], assigned: ["exports.createRoot"] },
  {
    // Forms are the router's: no state of React's own goes with them.
    asked: ["useActionState", "useFormState"],
    refused: ["mountActionState", "updateActionState", "rerenderActionState"],
  },
  {
    // What is fetched ahead stands in the page that the server sends.
    asked: ["preconnect", "prefetchDNS", "preinit", "preinitModule", "preload", "preloadModule"],
    refused: ["preconnect", "prefetchDNS", "preload", "preloadModule", "preinitScript", "preinitModuleScript", "preinitStyle"],
  },
];

/** Components that React draws on the server (each of these asks for the context that only such a page has), and links that know where one is. */
const ROUTER: readonly (UnusedPart & { readonly file: string })[] = [
  { file: "hooks.js", asked: [], refused: ["RSCErrorHandler"] },
  { file: "errors.js", asked: [], refused: ["decodeRedirectErrorDigest", "decodeRouteErrorResponseDigest"] },
  { file: "dom/ssr/components.js", asked: [], refused: ["RSCPrefetchPageLinksImpl"] },
  {
    file: "dom/lib.js",
    asked: ["NavLink", "unstable_HistoryRouter"],
    nothing: ["NavLink"],
    assigned: ["NavLink.displayName", "HistoryRouter.displayName"],
  },
];

export const TRIMMED_FILES: readonly TrimmedFile[] = [
  { package: "react-dom", version: "19.3.1", file: "cjs/react-dom-client.production.js", parts: REACT_DOM },
  {
    package: "react-dom",
    version: "19.3.1",
    file: "cjs/react-dom.production.js",
    parts: [{ asked: [], assigned: ["exports.preconnect", "exports.prefetchDNS", "exports.preinit", "exports.preload"] }],
  },
  ...ROUTER.map(({ file, ...part }) => ({
    package: "react-router",
    version: "8.4.0",
    file: `dist/production/lib/${file}`,
    parts: [part],
  })),
];
