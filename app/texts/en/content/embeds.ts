/** What stands in place of another site's frame, such as a video, until a visitor asks for it. `provider`: "YouTube". */

export const showFrom = (provider: string) => `Show from ${provider}`;
export const nothingIsSent = (provider: string) => `Nothing is sent to ${provider} before you press.`;
/** Below the frame once it shows; `link` leads to the site itself. */
export const nothingToSee = <Link>(link: Link) => ["Nothing to see? Open ", link] as const;
