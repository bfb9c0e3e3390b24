import { notFound } from "#app/http/answers/not-found.server.ts";
import type { Route } from "./+types/not-found";

/** Staff pages that do not exist; without this they would fall into the shop's own pages. */
export function loader({ request }: Route.LoaderArgs): never {
  throw notFound(request);
}

export default function NotFound() {
  return null;
}
