import { data } from "react-router";
import { loadQuestions } from "#app/catalogue/data/customizations/attached-customizations.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { MAX_ATTACHED_CUSTOMIZATIONS } from "#app/values/limits.ts";
import { idListField } from "#app/values/form-fields.schema.ts";
import type { Route } from "./+types/questions";

const ids = idListField("templates", MAX_ATTACHED_CUSTOMIZATIONS);

/** GET /admin/product/questions?ids=1,2: the templates with these ids, as the product form shows them. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const parsedIds = ids.safeParse(url.searchParams.get("ids") ?? "");
  if (!parsedIds.success) return data({ questions: [] }, { status: 400 });
  const customizations = parsedIds.data.map((id) => ({ kind: "link" as const, id, overrides: {} }));
  return data({ questions: await loadQuestions(db, { customizations }, now()) });
}
