import { data, Form, href } from "react-router";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { CONFIGURATION_SECTIONS } from "#app/content/domain/configuration/configuration-section.ts";
import type { FileProblem } from "#app/content/workflows/configuration/configuration-change.ts";
import {
  applyConfiguration,
  compareConfiguration,
  type ComparedConfiguration,
} from "#app/content/workflows/configuration/configuration.server.ts";
import { CONFIGURATION_PARTS } from "#app/promotions/workflows/configuration/configuration-parts.server.ts";
import { isConfirmed } from "#app/http/staff/confirmation.server.ts";
import { CONFIRM_FIRST } from "#app/staff/domain/account-changes.ts";
import { ConfirmPanel } from "#app/staff/ui/confirm-panel.tsx";
import { servicesContext } from "#app/http/context.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { FileField } from "#app/kit/forms/file-field.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { UndoButton } from "#app/kit/record/undo-button.tsx";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { isSettingKey, SETTINGS } from "#app/store/domain/settings.ts";
import { fileTooLarge, megabytes } from "#app/values/file-size.ts";
import { MAX_CONFIGURATION_FILE_BYTES } from "#app/values/limits.ts";
import type { Route } from "./+types/file";
import { counted } from "#texts/plural.ts";

export function loader() {
  return null;
}

interface Answer {
  readonly message: string | null;
  /** The history entry for Undo; null = nothing was changed. */
  readonly entry: number | null;
  readonly problems: readonly FileProblem[];
  /** An error about the whole file; shown at its field. */
  readonly refusal: { readonly message: string } | null;
  /** A preview of the changes, with the file itself; null = nothing to confirm. */
  readonly shown: (ComparedConfiguration & { readonly text: string }) | null;
}

/** Compares an uploaded file; with `seal`, the hash of the comparison that was shown, applies its text. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const user = requireStaff(context);
  const form = await request.formData();
  const file = form.get("file");
  const comparedText = form.get("text");
  const keptText = typeof comparedText === "string" ? comparedText : "";
  const text = file instanceof File ? await file.text() : keptText;
  const seal = form.get("seal");
  if (file instanceof File && file.size > MAX_CONFIGURATION_FILE_BYTES)
    return answer(422, { refusal: { message: fileTooLarge(MAX_CONFIGURATION_FILE_BYTES) } });
  if (text.trim() === "") return answer(422, { refusal: { message: "Choose a file first." } });
  if (typeof seal === "string") {
    const actor = { userId: user.id, userName: user.name, isConfirmed: await isConfirmed(services, request) };
    const applied = await applyConfiguration(services.db, text, seal, actor, CONFIGURATION_PARTS);
    if (applied.kind === "refused") return answer(422, { problems: applied.problems });
    if (applied.kind === "unconfirmed") return answer(422, { message: CONFIRM_FIRST, shown: { ...applied, text } });
    if (applied.kind === "overtaken")
      return answer(409, { message: "The shop has changed since. This is what the file would change now.", shown: { ...applied, text } });
    // A repeated submit changes nothing, so the result is shown on the page instead of a redirect.
    return answer(200, {
      message: counted(applied.changed, "change is made.", "changes are made."),
      entry: applied.entry,
    });
  }
  const compared = await compareConfiguration(services.db, text, CONFIGURATION_PARTS);
  if (!compared.ok) {
    const isWhole = compared.error.every(({ path }) => path === "");
    return answer(422, isWhole ? { refusal: compared.error[0] ?? null } : { problems: compared.error });
  }
  if (compared.value.changes.length === 0) return answer(200, { message: "The file says what the shop has. There is nothing to change." });
  return answer(200, { shown: { ...compared.value, text } });
}

function answer(status: number, part: Partial<Answer>) {
  return data<Answer>({ message: null, entry: null, problems: [], refusal: null, shown: null, ...part }, { status });
}

const SECTIONS = {
  settings: "Settings",
  templates: "Customization templates",
  pages: "Pages",
  home: "Home page",
  menus: "Menus",
  promotions: "Promotions",
  roles: "Roles",
} as const;

/** A setting's label, with its key in the file. */
function ChangeName({ name }: { readonly name: string }) {
  const label = isSettingKey(name) ? SETTINGS[name].label : name;
  return (
    <span className="font-semibold wrap-anywhere">
      {label}
      {label === name ? null : <span className="block text-xs font-normal break-all text-ink-2">{name}</span>}
    </span>
  );
}

export default function ConfigurationFile({ actionData }: Route.ComponentProps) {
  const shown = actionData?.shown ?? null;
  return (
    <>
      <PageHeader title="Export and import the configuration" trail={[{ to: href("/admin/site-settings"), label: "Site settings" }]}>
        <DownloadForm />
      </PageHeader>
      <p className="mb-4 max-w-2xl text-ink-2">
        Settings, customization templates, pages, the home page, menus, promotions and roles as one text, without keys and passwords. Coupon
        codes are worth money and only in it when you ask for them. Email addresses of customers are in it where a promotion is for certain
        addresses. What a file leaves out stays as it is; reading the same file again changes nothing.
      </p>
      {actionData?.message === undefined || actionData.message === null ? null : (
        <div role="status" className="mb-4 max-w-2xl">
          <ProblemNote blocks={shown !== null}>{actionData.message}</ProblemNote>
          {actionData.entry === null ? null : (
            <div className="mt-2">
              <UndoButton entry={actionData.entry} label="Undo what the file changed">
                Undo all of it
              </UndoButton>
            </div>
          )}
        </div>
      )}
      {actionData?.message === CONFIRM_FIRST ? <ConfirmPanel /> : null}
      {shown === null || shown.left.length === 0 ? null : (
        <div className="mb-4 max-w-2xl">
          <ProblemNote blocks={false}>
            This shop has no products yet, so this is left out: {shown.left.join("; ")}. Import the products and pictures, then read the
            file again.
          </ProblemNote>
        </div>
      )}
      <FileProblems problems={actionData?.problems ?? []} />
      {shown === null ? <UploadForm refusal={actionData?.refusal ?? null} /> : <ConfirmForm shown={shown} />}
    </>
  );
}

function DownloadForm() {
  return (
    <Form
      method="get"
      action={href("/admin/site-settings/configuration.json")}
      reloadDocument
      className="flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <label className="flex min-h-11 items-center gap-2 lg:min-h-8">
        <input type="checkbox" name="codes" value="1" className="size-5 accent-primary" /> With coupon codes
      </label>
      <Button type="submit" look="outline" size="desk">
        Download the file
      </Button>
    </Form>
  );
}

function FileProblems({ problems }: Pick<Answer, "problems">) {
  if (problems.length === 0) return null;
  return (
    <section aria-labelledby="problems-title" role="alert" className="mb-6 max-w-3xl">
      <h2 id="problems-title" className="text-lg">
        Nothing was changed: the file cannot be taken
      </h2>
      <ul className="mt-2 divide-y divide-hairline border-y border-hairline text-sm">
        {problems.map(({ path, message }) => (
          <li key={`${path} ${message}`} className="grid gap-x-4 py-2 sm:grid-cols-[16rem_minmax(0,1fr)]">
            <span className="font-semibold wrap-anywhere">{path || "the file"}</span>
            <span className="wrap-anywhere">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function UploadForm({ refusal }: Pick<Answer, "refusal">) {
  return (
    <PostForm
      encType="multipart/form-data"
      className="grid max-w-2xl justify-items-start gap-3 rounded border border-hairline bg-surface p-4"
    >
      <FileField
        name="file"
        label={`A configuration file (JSON, up to ${megabytes(MAX_CONFIGURATION_FILE_BYTES)})`}
        accept=".json,application/json"
        maxBytes={MAX_CONFIGURATION_FILE_BYTES}
        refusal={refusal}
      />
      <Button type="submit" className="lg:min-h-8">
        Preview changes
      </Button>
    </PostForm>
  );
}

type Shown = NonNullable<Answer["shown"]>;

/** The changes by section, with a button to apply them. */
function ConfirmForm({ shown }: { readonly shown: Shown }) {
  return (
    <PostForm encType="multipart/form-data" className="grid gap-4">
      <input type="hidden" name="text" value={shown.text} />
      <input type="hidden" name="seal" value={shown.seal} />
      {CONFIGURATION_SECTIONS.map((section) => {
        const changes = shown.changes.filter((change) => change.section === section);
        return changes.length === 0 ? null : (
          <section key={section} aria-labelledby={`${section}-title`}>
            <h2 id={`${section}-title`} className="text-lg">
              {SECTIONS[section]}
            </h2>
            <ul className="mt-2 divide-y divide-hairline border-y border-hairline text-sm">
              {changes.map((change) => (
                <ChangeRow key={change.name} change={change} />
              ))}
            </ul>
          </section>
        );
      })}
      <p className="flex flex-wrap gap-2">
        <Button type="submit" className="lg:min-h-8">
          {shown.changes.length === 1 ? "Make this change" : `Make these ${counted(shown.changes.length, "change", "changes")}`}
        </Button>
        <ButtonLink to={href("/admin/site-settings/file")} look="outline" className="lg:min-h-8">
          Change nothing
        </ButtonLink>
      </p>
    </PostForm>
  );
}

function ChangeRow({ change: { name, before, after } }: { readonly change: Shown["changes"][number] }) {
  return (
    <li className="grid gap-x-4 gap-y-1 py-2 md:grid-cols-[16rem_minmax(0,1fr)_minmax(0,1fr)]">
      <ChangeName name={name} />
      <del className="max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-wrap text-ink-2 no-underline">
        <span className="sr-only">Before: </span>
        {before === null ? "(new)" : before || "nothing"}
      </del>
      <ins className="max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-wrap no-underline">
        <span className="sr-only">After: </span>
        <span aria-hidden>→ </span>
        {after || "nothing"}
      </ins>
    </li>
  );
}
