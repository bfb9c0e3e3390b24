import type { PageState } from "#app/content/data/page-records.server.ts";
import { Status } from "#app/kit/status.tsx";

const WORDS = { published: ["on", "Published"], changed: ["wait", "Published, with changes"], draft: ["off", "Draft"] } as const;

/** Whether visitors see a page, and when they will. */
export function PageStatus({ state, publishes }: { readonly state: PageState; readonly publishes: string | null }) {
  if (state === "scheduled") return <Status tone="wait">{`Publishes ${publishes ?? "soon"}`}</Status>;
  return <Status tone={WORDS[state][0]}>{WORDS[state][1]}</Status>;
}
