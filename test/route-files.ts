import type { RouteConfigEntry } from "@react-router/dev/routes";

/** The module of each route, below `app/`, by the route's id: its file without the extension, unless it has its own id. */
export function filesOfRoutes(entries: readonly RouteConfigEntry[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap(({ id, file, children }) => [[id ?? file.replace(/\.tsx?$/, ""), file] as const, ...filesOfRoutes(children ?? [])]),
  );
}
