/** How the history names what filled an empty shop with the demo. */
export const DEMO_ACTOR = { userId: null, userName: "demo shop" } as const;
