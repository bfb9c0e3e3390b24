import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { data, href, Link } from "react-router";
import { customizationTemplateRecords, listDependents } from "#app/catalogue/data/customizations/customization-template-records.server.ts";
import { findTemplateRow } from "#app/catalogue/data/customizations/template-lists.server.ts";
import type { TemplateRecord } from "#app/catalogue/domain/customization/customization-template.ts";
import { templateDeletion } from "#app/catalogue/domain/customization/customization-template.schema.ts";
import { detachAllUses } from "#app/catalogue/workflows/apply-template.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { deleteRecord } from "#app/http/staff/staff-action.server.ts";
import { DeletePage } from "#app/kit/record/delete-page.tsx";
import { refuseAct } from "#app/staff/workflows/change-records.server.ts";
import type { Route } from "./+types/delete";
import { counted, pluralForm } from "#texts/plural.ts";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const id = readId(request, params.id);
  const [template, dependents] = await Promise.all([findTemplateRow(db, id), listDependents(db, id)]);
  if (template === undefined) throw notFound(request);
  return { template, dependents };
}

export async function action(args: Route.ActionArgs) {
  const id = readId(args.request, args.params.id);
  const form = templateDeletion.safeParse(Object.fromEntries(await args.request.formData()));
  if (!form.success) return data({ message: "Choose what happens to its products." }, { status: 422 });
  return deleteRecord(args, customizationTemplateRecords, {
    noun: "template",
    to: href("/admin/customization-templates"),
    deletion: {
      touches: [],
      note: { hasBecomeCopies: form.data.links === "copy" } satisfies Partial<TemplateRecord>,
      before: async (tx) => {
        const [dependent] = await listDependents(tx, id);
        if (dependent !== undefined) refuseAct(`“${dependent.name}” depends on its options. Change that template first.`);
        if (form.data.links === "copy") await detachAllUses(tx, id);
      },
    },
  });
}

export default function DeleteTemplate({ loaderData, actionData }: Route.ComponentProps) {
  const format = useMoneyFormat();
  const { template, dependents } = loaderData;
  const back = href("/admin/customization-templates/edit/:id", { id: String(template.id) });
  const count = template.productCount;
  return (
    <DeletePage
      name={template.name}
      section={{ to: href("/admin/customization-templates"), label: "Customization templates" }}
      back={back}
      isPossible={dependents.length === 0}
      message={actionData?.message}
    >
      {dependents.length > 0 ? (
        <>
          <p className="font-semibold">It cannot be deleted yet. These templates show, or set prices, by one of its options:</p>
          <ul className="list-disc pl-5">
            {dependents.map((each) => (
              <li key={each.id}>
                <Link
                  to={href("/admin/customization-templates/edit/:id", { id: String(each.id) })}
                  className="text-primary underline underline-offset-2"
                >
                  {each.name}
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          {count === 0 ? (
            <>
              <input type="hidden" name="links" value="remove" />
              <p>No product is linked to it.</p>
            </>
          ) : (
            <LinksChoice count={count} />
          )}
          {template.copyCount === 0 ? null : (
            <p>{counted(template.copyCount, "product has a copy", "products have a copy", format)}, which stays as it is.</p>
          )}
        </>
      )}
    </DeletePage>
  );
}

/** What happens to the linked products. */
function LinksChoice({ count }: { readonly count: number }) {
  const format = useMoneyFormat();
  const products = counted(count, "product", "products", format);
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">
        {products} {pluralForm(count, "is", "are")} linked to it
      </legend>
      {[
        { value: "copy", label: "Keep the question on each as a copy of its own", hint: "Customers see no difference." },
        { value: "remove", label: `Remove the question from ${products}`, hint: "Customers are no longer asked." },
      ].map((choice) => (
        <label key={choice.value} className="flex min-h-11 items-start gap-3 py-1">
          <input type="radio" name="links" value={choice.value} required className="mt-0.5 size-5 shrink-0 accent-primary" />
          <span>
            {choice.label}
            <span className="block text-sm text-ink-2">{choice.hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
