import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { data, href } from "react-router";
import { categoryRecords, listCategoryRows } from "#app/catalogue/data/category-records.server.ts";
import { categoryDeletion } from "#app/catalogue/workflows/change-category.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { deleteRecord } from "#app/http/staff/staff-action.server.ts";
import { SelectField } from "#app/kit/forms/field.tsx";
import { DeletePage } from "#app/kit/record/delete-page.tsx";
import type { Route } from "./+types/delete";
import { counted } from "#texts/plural.ts";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const id = readId(request, params.id);
  const rows = await listCategoryRows(context.get(servicesContext).db);
  const category = rows.find((row) => row.id === id);
  if (category === undefined) throw notFound(request);
  return { category, below: rows.filter((row) => row.parentId === id), others: rows.filter((row) => row.id !== id) };
}

export async function action(args: Route.ActionArgs) {
  const { db } = args.context.get(servicesContext);
  const id = readId(args.request, args.params.id);
  const to = (await args.request.formData()).get("products");
  const deletion = await categoryDeletion(db, id, to === "" ? null : Number(to));
  if (!deletion.ok) return data({ message: deletion.error }, { status: 422 });
  return deleteRecord(args, categoryRecords, { noun: "category", to: href("/admin/category"), deletion: deletion.value });
}

export default function DeleteCategory({ loaderData, actionData }: Route.ComponentProps) {
  const format = useMoneyFormat();
  const { category, below, others } = loaderData;
  const back = href("/admin/category/edit/:id", { id: String(category.id) });
  return (
    <DeletePage name={category.name} section={{ to: href("/admin/category"), label: "Categories" }} back={back}>
      {category.productCount === 0 ? (
        <>
          <input type="hidden" name="products" value="" />
          <p>It has no products.</p>
        </>
      ) : (
        <SelectField
          name="products"
          label={
            category.productCount === 1
              ? "Its product goes"
              : `Its ${counted(category.productCount, "product goes", "products go", format)}`
          }
          hint="A product in no category is still found by search."
          error={actionData?.message}
          defaultValue={String(category.parentId ?? "")}
        >
          <option value="">only out of this category</option>
          {others.map((row) => (
            <option key={row.id} value={row.id}>
              to {row.path}
            </option>
          ))}
        </SelectField>
      )}
      {below.length === 0 ? null : <p>Its subcategories move one level up: {below.map((row) => row.name).join(", ")}.</p>}
    </DeletePage>
  );
}
