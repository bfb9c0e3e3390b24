import { useState } from "react";
import { Link, href } from "react-router";
import { PromotionPreviewPanel } from "#app/cart/ui/staff/promotion-preview-panel.tsx";
import { servicesContext } from "#app/http/context.server.ts";
import { loadRecordForm, saveRecordForm, type RecordFormDefinition } from "#app/http/staff/record-form.server.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { listCouponSets } from "#app/promotions/data/coupon-sets.server.ts";
import { RecordArea, RecordControl, RecordMoney, RecordSelect, RecordSwitch, RecordText } from "#app/kit/record/record-fields.tsx";
import { RecordHeader } from "#app/kit/record/record-header.tsx";
import { RecordForm, RecordSection } from "#app/kit/record/record-form.tsx";
import { RecordHistory } from "#app/kit/record/record-history.tsx";
import { Status } from "#app/kit/status.tsx";
import { PromotionReport, reportSearch } from "#app/orders/ui/staff/promotion-report.tsx";
import { listPromotionRows, promotionRecords, toPromotion, type PromotionRecord } from "#app/promotions/data/promotion-records.server.ts";
import { listActionWords, listConditionWords } from "#app/promotions/domain/action-words.ts";
import { promotionForm } from "#app/promotions/domain/promotion-form.schema.ts";
import { promotionState } from "#app/promotions/domain/promotion-state.ts";
import { ActionControl } from "#app/promotions/ui/staff/action-control.tsx";
import { ConditionControl } from "#app/promotions/ui/staff/condition-control.tsx";
import { notesOf, PromotionReadback, type Readback } from "#app/promotions/ui/staff/promotion-readback.tsx";
import { STATE_WORDS } from "#app/promotions/ui/staff/state-words.ts";
import { ScheduleControl } from "#app/promotions/ui/staff/windows-editor.tsx";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { RecordFormData } from "#app/kit/record/record-form-data.ts";
import { promotionsWithCode } from "#app/promotions/workflows/promotion-with-code.server.ts";
import { MAX_COUPON_CODE_LENGTH } from "#app/values/limits.ts";
import { urlId } from "#app/values/addresses/url.schema.ts";
import type { Route } from "./+types/form";
import { readbackOf } from "./readback.server.ts";
import { readShownReport } from "./report.server.ts";

const FORM: RecordFormDefinition<PromotionRecord> = {
  store: promotionRecords,
  schema: promotionForm,
  noun: "promotion",
  pathOf: (id) => href("/admin/promotions/edit/:id", { id: String(id) }),
};
const BLANK: PromotionRecord = {
  name: "",
  title: "",
  description: "",
  status: "draft",
  trigger: "automatic",
  startsAt: null,
  endsAt: null,
  schedule: [],
  condition: { type: "all", of: [] },
  action: {
    kind: "item-percent",
    params: {
      rate: 200_000,
      target: { everything: true, productIds: [], categoryIds: [], tags: [], excludedProductIds: [], excludedCategoryIds: [] },
    },
  },
  cap: null,
  group: null,
  isExclusive: false,
  priority: 0,
  totalUses: null,
  perCustomerUses: null,
  budget: null,
};

/** Coupon sets shown with a promotion; the rest is in the list of coupon sets. */
const SHOWN_SETS = 10;

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = args.context.get(servicesContext);
  const { form, value, id, history } = await loadRecordForm(args, FORM, await blankOf(args));
  const [rows, settings, report] = await Promise.all([
    listPromotionRows(db, now()),
    readSettings(db),
    id === null ? null : readShownReport(db, { promotionId: id }, args.request, now()),
  ]);
  const sets = id === null || value.trigger !== "coupon" ? [] : (await listCouponSets(db)).filter(({ promotionId }) => promotionId === id);
  const zone = settings.STORE_TIMEZONE;
  const promotion = toPromotion(id ?? 0, value, zone);
  const groups = [...new Set(rows.flatMap((row) => row.promotion.stacking.group ?? []))].sort();
  return {
    id,
    name: value.name,
    form: id === null ? withCodeField(form) : form,
    history,
    zone,
    groups,
    report,
    kinds: listActionWords(),
    conditionKinds: listConditionWords(),
    sets: sets.slice(0, SHOWN_SETS).map(({ id: setId, name }) => ({ id: setId, name })),
    missingCodes: id !== null && value.trigger === "coupon" ? findMissingCodes(sets) : null,
    state: id === null ? null : promotionState(promotion, now()),
    readback: await readbackOf(db, promotion, rows, now()),
  };
}

/** The missing part of a promotion "only with a code", with the page to add it; null = it has a valid code. */
function findMissingCodes(sets: Awaited<ReturnType<typeof listCouponSets>>) {
  if (sets.some(({ active }) => active > 0)) return null;
  const [set] = sets;
  return set === undefined
    ? {
        text: "It is given only with a code, and has no coupon set yet, so no customer can use it.",
        to: href("/admin/coupon-sets"),
        act: "Add a coupon set",
      }
    : {
        text: `It is given only with a code, and its coupon set “${set.name}” has no valid code, so no customer can use it.`,
        to: href("/admin/coupon-sets/:id", { id: String(set.id) }),
        act: "Add codes",
      };
}

/** A new promotion starts empty, or as a copy of `?from=`. */
async function blankOf({ request, params, context }: Route.LoaderArgs): Promise<PromotionRecord> {
  const from = urlId.safeParse(new URL(request.url).searchParams.get("from"));
  if (params.id !== undefined || !from.success) return BLANK;
  const found = (await promotionRecords.find(context.get(servicesContext).db, [from.data])).get(from.data);
  if (found === undefined) return BLANK;
  return { ...found.value, name: `${found.value.name} (copy)`, status: "draft", startsAt: null, endsAt: null };
}

/** A first code can be entered with a new promotion; later codes belong to its coupon sets. */
function withCodeField(form: RecordFormData): RecordFormData {
  return {
    ...form,
    values: { ...form.values, code: "" },
    limits: { ...form.limits, code: { required: false, maxLength: MAX_COUPON_CODE_LENGTH } },
  };
}

export async function action(args: Route.ActionArgs) {
  if (args.params.id !== undefined) return saveRecordForm(args, FORM);
  const code = (await args.request.clone().formData()).get("code");
  return saveRecordForm(args, { ...FORM, store: promotionsWithCode(typeof code === "string" ? code.trim() : "") });
}

export { sendRecordForm as clientAction } from "#app/kit/record/send-record-form.ts";
export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

export default function PromotionForm({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, form, history, zone, groups, report, kinds, missingCodes, state, readback } = loaderData;
  const [live, setLive] = useState<Readback | null>(null);
  const shown = live ?? readback;
  return (
    <>
      <RecordHeader id={id} name={name} noun="promotion" section={{ to: href("/admin/promotions"), label: "Promotions" }}>
        {state === null ? null : <Status tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].label}</Status>}
        <ButtonLink to={`${href("/admin/promotions/add")}?from=${id}`} look="outline" size="desk">
          Copy it
        </ButtonLink>
      </RecordHeader>
      {missingCodes === null || state === "ended" ? null : <MissingCodes {...missingCodes} />}
      {state === "ended" ? (
        <Ended sentence={readback.sentence} />
      ) : (
        <RecordForm form={form} answer={actionData} notes={notesOf(shown)} side={<Terms zone={zone} groups={groups} />}>
          <PromotionReadback id={id} shown={shown} onRead={setLive} />
          <MainFields id={id} sets={loaderData.sets} />
          <RecordSection title="Discount">
            <RecordControl name="action" label="Kind">
              {({ required: _required, maxLength: _maxLength, ...control }) => <ActionControl {...control} kinds={kinds} />}
            </RecordControl>
          </RecordSection>
          <RecordSection title="Conditions">
            <RecordControl name="condition" label="Conditions">
              {({ required: _required, maxLength: _maxLength, ...control }) => (
                <ConditionControl kinds={loaderData.conditionKinds} {...control} />
              )}
            </RecordControl>
          </RecordSection>
          <RecordSection title="Preview">
            <PromotionPreviewPanel id={id} />
          </RecordSection>
        </RecordForm>
      )}
      {report === null || id === null ? null : (
        <PromotionReport
          report={report}
          path={href("/admin/promotions/edit/:id", { id: String(id) })}
          csv={`${href("/admin/promotions/report.csv")}?${reportSearch({ promotion: id }, report)}`}
        />
      )}
      <RecordHistory history={history} />
    </>
  );
}

function MainFields({ id, sets }: Pick<Route.ComponentProps["loaderData"], "id" | "sets">) {
  return (
    <RecordSection title="Promotion">
      <RecordText name="name" label="Name" hint="Internal name, not shown to customers." />
      <RecordText name="title" label="Title" hint="Customers read it in the cart." />
      <RecordArea name="description" label="Description" rows={2} />
      <RecordSelect
        name="trigger"
        label="Method"
        options={{ automatic: "Automatic: every cart that qualifies", coupon: "Code: only with a code from a coupon set" }}
      />
      {id === null ? (
        <RecordText name="code" label="Code" hint="For the method “Code”, such as WELCOME10. Leave it empty to add codes later." />
      ) : (
        <CodeSets sets={sets} />
      )}
    </RecordSection>
  );
}

/** Links to the codes of a stored promotion. */
function CodeSets({ sets }: Pick<Route.ComponentProps["loaderData"], "sets">) {
  if (sets.length === 0) return null;
  return (
    <div>
      <p className="font-semibold">Coupon sets</p>
      <ul>
        {sets.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={href("/admin/coupon-sets/:id", { id: String(id) })}
              className="inline-block py-1 wrap-anywhere text-primary underline underline-offset-2"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function MissingCodes({ text, to, act }: { readonly text: string; readonly to: string; readonly act: string }) {
  return (
    <div className="mb-4">
      <ProblemNote blocks={false}>
        {text}{" "}
        <Link to={to} className="underline underline-offset-2">
          {act}
        </Link>
      </ProblemNote>
    </div>
  );
}

/** Replaces the form once orders have used the promotion. */
function Ended({ sentence }: { readonly sentence: string }) {
  return (
    <section className="grid gap-3 rounded border border-hairline bg-surface p-4">
      <p className="font-display text-lg">{sentence}</p>
      <p>It has ended, and stays as it was: orders were priced by it. Copy it to run it again.</p>
    </section>
  );
}

/** The narrow column: schedule, limits, and combination with other promotions. */
function Terms({ zone, groups }: Pick<Route.ComponentProps["loaderData"], "zone" | "groups">) {
  return (
    <>
      <RecordSection title="When">
        <RecordSelect
          name="status"
          label="Status"
          options={{
            draft: "Draft",
            active: "Active, from its start to its end",
            paused: "Paused",
            archived: "Ended",
          }}
        />
        <RecordText name="startsAt" label="Starts" type="datetime-local" hint={`On the clock of ${zone}; empty = at once.`} />
        <RecordText name="endsAt" label="Ends" type="datetime-local" hint="Empty = never." />
        <RecordControl name="schedule" label="Hours of the week">
          {({ required: _required, maxLength: _maxLength, ...control }) => <ScheduleControl {...control} />}
        </RecordControl>
      </RecordSection>
      <RecordSection title="Limits" fold={{ fields: ["cap", "totalUses", "perCustomerUses", "budget"], words: "None" }}>
        <p className="text-ink-2">An empty one is no limit.</p>
        <div className="grid grid-cols-2 items-start gap-4">
          <RecordMoney name="cap" label="Maximum discount per order" />
          <RecordMoney name="budget" label="Total discount budget" />
          <RecordText name="totalUses" label="Total uses" inputMode="numeric" />
          <RecordText name="perCustomerUses" label="Uses per customer" inputMode="numeric" hint="By email and phone." />
        </div>
      </RecordSection>
      <RecordSection title="Combinations" fold={{ fields: ["group", "isExclusive", "priority"], words: "Joins any of them" }}>
        <RecordText
          name="group"
          label="Group"
          hint={
            groups.length === 0
              ? "Of one group only the best applies."
              : `Of one group only the best applies. In use: ${groups.join(", ")}.`
          }
        />
        <RecordSwitch name="isExclusive" label="Can't be combined" hint="Never applied together with another promotion." />
        <RecordText name="priority" label="Priority" inputMode="numeric" hint="The higher one works first, and wins a tie." />
      </RecordSection>
    </>
  );
}
