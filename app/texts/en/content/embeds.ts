/** Placeholder for an embed of another site, such as a video, until a visitor loads it. `provider`: "YouTube". */

export const showFrom = (provider: string) => `Show from ${provider}`;
export const nothingIsSent = (provider: string) => `Nothing is sent to ${provider} before you press.`;
/** Below the loaded embed; `link` leads to the other site. */
export const nothingToSee = <Link>(link: Link) => ["Nothing to see? Open ", link] as const;
