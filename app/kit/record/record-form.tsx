import { ChevronDownIcon } from "lucide-react";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { useContext, useEffect, useRef, useState, type ReactNode, type RefObject, type SubmitEvent } from "react";
import { useNavigation } from "react-router";
import { FieldErrorsContext } from "#app/kit/forms/field.tsx";
import { AddAnother, EnterSaves, SaveBar } from "#app/kit/forms/save-bar.tsx";
import { LOST_WORDS } from "#app/kit/lost-connection.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { focusUnpicked } from "#app/kit/pickers/hit-combobox.tsx";
import type { FieldMessages, RecordAnswer, RecordFormData } from "./record-form-data.ts";
import { fieldOfError, RecordContext } from "./record-state.ts";
import { useRecordForm } from "./use-record-form.ts";
import { counted } from "#texts/plural.ts";
import { focusPage } from "#app/kit/focus/focus-target.ts";
import { useErrorTitle } from "#app/kit/focus/use-error-title.ts";

const NO_NOTES = {};

interface RecordFormProps {
  readonly form: RecordFormData;
  readonly answer: RecordAnswer | undefined;
  readonly children: ReactNode;
  /** The narrow column on the right: status, visibility, categories. */
  readonly side?: ReactNode;
  /** Warnings next to a field that do not block saving. */
  readonly notes?: Readonly<Record<string, readonly string[]>>;
  /** Offers "Save and add another" for a new record. */
  readonly canAddAnother?: boolean;
}

/**
 * The form of a record, new or stored. Fields inside it find their text, limits, error and conflict by name. It tracks unsaved changes,
 * confirms leaving, keeps a draft in this browser, saves with Ctrl+S, and keeps the input after an edit conflict.
 */
export function RecordForm({ form, answer, children, side, notes = NO_NOTES, canAddAnother = false }: RecordFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const notice = useRef<HTMLDivElement>(null);
  const state = useRecordForm(form, answer);
  const { stored, shown, errors } = state;
  const isCorrected = shown?.kind === "invalid" && Object.keys(errors).length === 0;
  const isRefused = shown !== undefined && !isCorrected;
  useErrorTitle(isRefused);
  const conflict = shown?.kind === "conflict" ? shown : null;
  const { isSaving, isOtherForm } = useSaving();
  const isClient = useIsClient();
  const noteSubmitter = useFormFocus(form, answer, element, notice);
  const noteSubmit = (event: SubmitEvent) => {
    if (element.current !== null && focusUnpicked(element.current)) {
      event.preventDefault();
      return;
    }
    noteSubmitter(event);
    state.noteSubmit();
  };

  return (
    // The server's messages are more specific than the browser's and are shown inline.
    <PostForm ref={element} noValidate={isClient} onSubmit={noteSubmit}>
      <EnterSaves />
      <input type="hidden" name="version" value={stored.version ?? ""} />
      <input type="hidden" name="seen" value={stored.seen} />
      <FieldErrorsContext value={errors}>
        <RecordContext
          value={{
            texts: state.texts,
            setText: state.setText,
            limits: stored.limits,
            notes,
            conflicts: conflict?.fields ?? [],
            by: conflict?.by ?? "",
          }}
        >
          {isRefused ? (
            // The focus announces it. An alert would repeat it with each corrected field.
            <div ref={notice} tabIndex={-1} className="mb-5 rounded border-2 border-beet bg-beet-tint p-4 empty:hidden">
              <Refusal answer={shown} errors={errors} />
            </div>
          ) : null}
          {state.isRestored ? <Restored onDiscard={state.discard} /> : null}
          <div className={side === undefined ? "grid gap-6" : "grid items-start gap-6 lg:grid-cols-[2fr_1fr]"}>
            <div className="grid min-w-0 gap-6">{children}</div>
            {side === undefined ? null : <div className="grid min-w-0 gap-6">{side}</div>}
          </div>
        </RecordContext>
      </FieldErrorsContext>
      <SaveBar
        form={element}
        isDirty={state.isDirty || !isClient}
        isSaving={isSaving}
        isOtherForm={isOtherForm}
        onDiscard={state.discard}
        isNew={stored.version === null}
        more={canAddAnother && stored.version === null ? <AddAnother isSaving={isSaving} /> : null}
      />
    </PostForm>
  );
}

/** Whether a form is submitting, and whether it is another form of the page, such as the one for a new password. */
function useSaving() {
  const { formMethod, formData } = useNavigation();
  return { isSaving: formMethod === "POST", isOtherForm: formData?.has("seen") === false };
}

/** After a response the focus moves to its message; after "Save and add another" to the first field. */
function useFormFocus(
  form: RecordFormData,
  answer: RecordAnswer | undefined,
  element: RefObject<HTMLFormElement | null>,
  notice: RefObject<HTMLDivElement | null>,
): (event: SubmitEvent) => void {
  const isAddingAnother = useRef(false);
  useEffect(() => {
    if (answer !== undefined) notice.current?.focus();
  }, [answer, notice]);
  useEffect(() => {
    if (!isAddingAnother.current || form.version !== null) return;
    isAddingAnother.current = false;
    if (answer === undefined) element.current?.querySelector<HTMLElement>("input:not([type=hidden])")?.focus();
  }, [form, answer, element]);
  return ({ nativeEvent }) => {
    isAddingAnother.current = nativeEvent.submitter instanceof HTMLButtonElement && nativeEvent.submitter.value === "another";
  };
}

function Restored({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <p role="status" className="mb-5 flex flex-wrap items-center gap-x-3 rounded border border-harbour bg-harbour-tint px-4 py-2">
      Unsaved changes restored.
      <button
        type="button"
        onClick={() => {
          onDiscard();
          // Otherwise the focus would move to the first control of the re-rendered form.
          focusPage();
        }}
        className="min-h-8 max-sm:min-h-11 font-semibold text-primary underline underline-offset-2"
      >
        Discard it
      </button>
    </p>
  );
}

/** The summary above the fields after a refusal: the same sentences as inline, each a link to its field. */
function Refusal({ answer, errors }: { readonly answer: RecordAnswer; readonly errors: FieldMessages }) {
  if (answer.kind === "lost") return <p className="font-semibold">{LOST_WORDS}</p>;
  if (answer.kind === "conflict") {
    const [first] = answer.fields;
    return (
      <>
        <p className="font-semibold">
          {answer.by} has saved this while you were editing. Nothing of yours is lost, and nothing is saved yet.
        </p>
        <p className="mt-1">
          {first === undefined
            ? "Both of your changes are in the form now: save it."
            : `You both changed ${counted(answer.fields.length, "field", "fields")}: both versions are shown there. Choose, then save.`}
        </p>
        {first === undefined ? null : (
          <p className="mt-2">
            <a href={`#field-${first.name}`} className="font-semibold underline underline-offset-2">
              Go to the first one
            </a>
          </p>
        )}
      </>
    );
  }
  const lines = Object.entries(errors).flatMap(([name, messages]) => messages.map((message) => [name, message] as const));
  return (
    <>
      <p className="font-semibold">Nothing is saved yet.</p>
      <ul className="mt-2 list-disc pl-5">
        {lines.map(([name, text]) => (
          <li key={`${name}${text}`}>
            <a href={`#field-${name}`} className="inline-block py-1 underline underline-offset-2">
              <FieldName name={name} text={text} />
              {text}
            </a>
          </li>
        ))}
      </ul>
      {answer.question === undefined ? null : (
        <label className="mt-2 flex min-h-11 items-center gap-2 font-semibold">
          <input type="checkbox" name="confirmed" value={answer.question.field} className="size-5 accent-primary" />
          {answer.question.yes}, then save again
        </label>
      )}
    </>
  );
}

/** The label of a field as the page shows it; fields in a table only have a label for screen readers. */
function labelOf(name: string): string {
  const label = document.getElementById(`label-${name}`)?.firstChild?.textContent;
  return label ?? document.getElementById(`field-${name}`)?.getAttribute("aria-label") ?? "";
}

/** "Price: " before a message that fits several fields, such as "Enter an amount such as 12.50.". The label is read from the page. */
function FieldName({ name, text }: { readonly name: string; readonly text: string }) {
  const write = (element: HTMLElement | null) => {
    const label = labelOf(name);
    if (element !== null) element.textContent = label === "" || text.toLowerCase().includes(label.toLowerCase()) ? "" : `${label}: `;
  };
  return <span ref={write} />;
}

interface RecordSectionProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Folded while these fields are empty; `words` describe that state: "No limits". */
  readonly fold?: { readonly fields: readonly string[]; readonly words: string };
}

/** A group of fields under a title. */
export function RecordSection({ title, children, fold }: RecordSectionProps) {
  if (fold !== undefined)
    return (
      <FoldedSection title={title} fold={fold}>
        {children}
      </FoldedSection>
    );
  return (
    <section className="grid gap-4">
      <h2 className="rule pb-1 text-lg">{title}</h2>
      {children}
    </section>
  );
}

/** Opens when a field has a value or an error. */
function FoldedSection({ title, children, fold: { fields, words } }: Required<RecordSectionProps>) {
  const record = useContext(RecordContext);
  const errors = useContext(FieldErrorsContext);
  const isFilled = fields.some((name) => !NOTHING.has(record?.texts[name] ?? ""));
  const [wasFilled, setWasFilled] = useState(isFilled);
  if (isFilled && !wasFilled) setWasFilled(true);
  const wrong = [...Object.keys(errors).map(fieldOfError), ...(record?.conflicts ?? []).map(({ name }) => name)];
  const isWrong = fields.some((name) => wrong.includes(name));
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // The user may have closed it.
    if (isWrong && details.current !== null) details.current.open = true;
  }, [isWrong]);
  return (
    <details ref={details} open={wasFilled || isWrong} className="group">
      <summary className="rule flex min-h-9 max-sm:min-h-11 list-none flex-wrap items-baseline gap-x-3 pb-1 [&::-webkit-details-marker]:hidden">
        <h2 className="text-lg">{title}</h2>
        {isFilled ? null : <span className="text-ink-2 group-open:hidden">{words}</span>}
        <ChevronDownIcon aria-hidden className="ml-auto size-4 shrink-0 self-center transition-transform group-open:rotate-180" />
      </summary>
      <div className="mt-4 grid gap-4">{children}</div>
    </details>
  );
}

/** The values of an empty field, an empty list, a switch that is off and a missing account number. */
const NOTHING: ReadonlySet<string> = new Set(["", "0", "[]", "null"]);
