import type { ServerBuild } from "react-router";
import { normalizePath } from "#app/staff/domain/permissions.ts";
import { routeAt } from "./route-at.ts";

const READ = ["GET", "HEAD"] as const;
const READ_AND_SEND = ["GET", "HEAD", "POST"] as const;

/** Methods of a page or file: GET, and POST for forms. null: an API call, which defines its own. */
export function methodsOf(build: Pick<ServerBuild, "routes">, pathname: string): readonly string[] | null {
  const leaf = routeAt(build, normalizePath(pathname) ?? pathname);
  const module = leaf === undefined ? undefined : build.routes[leaf]?.module;
  if (module?.action === undefined) return READ;
  return module.default === undefined ? null : READ_AND_SEND;
}
