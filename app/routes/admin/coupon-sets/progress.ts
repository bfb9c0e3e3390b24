import { readId } from "#app/http/answers/read-query.server.ts";
import { makingProgress } from "#app/promotions/workflows/make-codes.server.ts";
import type { Route } from "./+types/progress";

/** GET /admin/coupon-sets/:id/progress: how many codes the running job has generated; null = no job runs. */
export function loader({ params, request }: Route.LoaderArgs) {
  return Response.json(makingProgress(readId(request, params.id)));
}
