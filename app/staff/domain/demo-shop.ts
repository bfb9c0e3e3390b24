/** The history action that fills an empty shop with the demo. */
export const DEMO_ACTOR = { userId: null, userName: "demo shop" } as const;
