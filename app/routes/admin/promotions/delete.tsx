import { href } from "react-router";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { deleteRecord } from "#app/http/staff/staff-action.server.ts";
import { DeletePage } from "#app/kit/record/delete-page.tsx";
import { deletionProblem, promotionRecords } from "#app/promotions/data/promotion-records.server.ts";
import { refuseAct } from "#app/staff/workflows/change-records.server.ts";
import { urlId } from "#app/values/addresses/url.schema.ts";
import type { Route } from "./+types/delete";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const id = readParam(params.id, urlId, () => notFound(request));
  const promotion = (await promotionRecords.find(db, [id])).get(id);
  if (promotion === undefined) throw notFound(request);
  return { id, name: promotion.value.name, problem: await deletionProblem(db, id) };
}

/** Deletes a promotion that no order and no coupon set needs. */
export function action(args: Route.ActionArgs) {
  const id = readParam(args.params.id, urlId, () => notFound(args.request));
  return deleteRecord(args, promotionRecords, {
    noun: "promotion",
    to: href("/admin/promotions"),
    deletion: {
      touches: [],
      before: async (tx) => {
        const problem = await deletionProblem(tx, id);
        if (problem !== null) refuseAct(problem);
      },
    },
  });
}

export default function DeletePromotion({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, problem } = loaderData;
  return (
    <DeletePage
      name={name}
      section={{ to: href("/admin/promotions"), label: "Promotions" }}
      back={href("/admin/promotions/edit/:id", { id: String(id) })}
      isPossible={problem === null}
      message={actionData?.message}
    >
      <p>{problem ?? "No order has used it. Undo brings it back."}</p>
    </DeletePage>
  );
}
