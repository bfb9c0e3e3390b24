import { href, Link } from "react-router";
import { reviewRecords, type ReviewRecord } from "#app/content/data/review-records.server.ts";
import { reviewForm } from "#app/content/domain/review.schema.ts";
import { SPAM_WORDS } from "#app/content/ui/staff/review-state.tsx";
import { Stars } from "#app/content/ui/stars.tsx";
import { servicesContext } from "#app/http/context.server.ts";
import { findHits } from "#app/http/staff/find-hits.server.ts";
import { loadRecordForm, saveRecordForm, type RecordFormDefinition } from "#app/http/staff/record-form.server.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import { RecordPicker } from "#app/kit/pickers/record-picker.tsx";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { RecordArea, RecordSelect, RecordText } from "#app/kit/record/record-fields.tsx";
import { RecordForm, RecordSection } from "#app/kit/record/record-form.tsx";
import { RecordHistory } from "#app/kit/record/record-history.tsx";
import type { Route } from "./+types/form";
import { counted } from "#texts/plural.ts";

const FORM: RecordFormDefinition<ReviewRecord> = {
  store: reviewRecords,
  schema: reviewForm,
  noun: "review",
  pathOf: (id) => href("/admin/reviews/:id/edit", { id: String(id) }),
};
const BLANK: ReviewRecord = { productId: null, authorName: "", rating: 5, body: "", status: "approved", reply: "" };

export async function loader(args: Route.LoaderArgs) {
  const { db } = args.context.get(servicesContext);
  const { form, value, id, history } = await loadRecordForm(args, FORM, BLANK);
  const products = await findHits(db, "product", { ids: value.productId === null ? [] : [value.productId] }, 1);
  return { id, value, form, history, products };
}

export function action(args: Route.ActionArgs) {
  return saveRecordForm(args, FORM);
}

export { sendRecordForm as clientAction } from "#app/kit/record/send-record-form.ts";
export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

const STATES = [
  { value: "pending", label: "Pending: not shown to customers" },
  { value: "approved", label: "Approved: shown to customers" },
  { value: "hidden", label: "Hidden" },
];
const STARS = [5, 4, 3, 2, 1].map((stars) => ({ value: String(stars), label: counted(stars, "star", "stars") }));

export default function ReviewForm({ loaderData, actionData }: Route.ComponentProps) {
  const { id, value, form, history, products } = loaderData;
  const [product] = products;
  const isCustomers = value.isVerified === true;
  return (
    <>
      <PageHeader
        title={id === null ? "Add review" : `${value.authorName}’s review${product === undefined ? "" : ` of ${product.label}`}`}
        trail={[{ to: href("/admin/reviews"), label: "Reviews" }]}
      />
      <RecordForm
        form={form}
        answer={actionData}
        side={
          <RecordSection title="In the shop">
            {value.spamSign == null ? null : (
              <ProblemNote blocks={value.status === "pending"}>Looks like spam: {SPAM_WORDS[value.spamSign]}.</ProblemNote>
            )}
            <RecordSelect name="status" label="State" options={STATES} />
            {product === undefined ? null : (
              <p className="grid gap-1">
                <Link to={`/products/${product.id}#reviews`} className="text-primary underline underline-offset-2">
                  See {product.label} in the shop
                </Link>
                {value.orderId == null ? null : (
                  <Link to={href("/admin/orders/:id", { id: value.orderId })} className="text-primary underline underline-offset-2">
                    Open its order
                  </Link>
                )}
              </p>
            )}
          </RecordSection>
        }
      >
        {isCustomers ? (
          <CustomersWords value={value} texts={form.values} />
        ) : (
          <RecordSection title="Review">
            <RecordPicker name="productId" label="Product" kind="product" chosen={products} />
            <RecordText name="authorName" label="Name" />
            <RecordSelect name="rating" label="Stars" options={STARS} />
            <RecordArea name="body" label="Review" rows={5} />
          </RecordSection>
        )}
        <RecordSection title="Reply">
          <RecordArea name="reply" label="Your reply" hint="Shown below the review as the shop's reply. Leave empty for no reply." />
        </RecordSection>
      </RecordForm>
      <RecordHistory history={history} />
    </>
  );
}

interface CustomersWordsProps {
  readonly value: Route.ComponentProps["loaderData"]["value"];
  /** As the form sends them. */
  readonly texts: Readonly<Record<string, string>>;
}

function CustomersWords({ value, texts }: CustomersWordsProps) {
  return (
    <RecordSection title="What the customer wrote">
      {(["productId", "authorName", "rating", "body"] as const).map((name) => (
        <input key={name} type="hidden" name={name} value={texts[name] ?? ""} />
      ))}
      <p className="flex flex-wrap items-center gap-3">
        <Stars rating={value.rating} className="text-xl" />
        <span className="font-semibold">{value.authorName}</span>
        <span className="text-ink-2">Ordered here</span>
      </p>
      <blockquote className="max-w-prose wrap-anywhere whitespace-pre-line">
        {value.body === "" ? <span className="text-ink-2">No words, only stars.</span> : value.body}
      </blockquote>
      <p className="text-ink-2">A customer’s words stay as they are: hide them, or reply.</p>
    </RecordSection>
  );
}
