import { notFound } from "#app/http/answers/not-found.server.ts";
import type { Route } from "./+types/not-found";

/** Unknown staff pages; otherwise they would match the shop's own pages. */
export function loader({ request }: Route.LoaderArgs): never {
  throw notFound(request);
}

export default function NotFound() {
  return null;
}
