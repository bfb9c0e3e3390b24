import type { RouteConfigEntry } from "@react-router/dev/routes";

/** The module of each route of the table, below `app/`, by the route's id, which is its file without the ending unless it has one of its own. */
export function filesOfRoutes(entries: readonly RouteConfigEntry[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap(({ id, file, children }) => [[id ?? file.replace(/\.tsx?$/, ""), file] as const, ...filesOfRoutes(children ?? [])]),
  );
}
