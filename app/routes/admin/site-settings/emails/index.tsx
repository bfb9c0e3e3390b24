import { useEffect, useRef, useState } from "react";
import { data, href, Link, useFetcher } from "react-router";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { Button } from "#app/kit/button.tsx";
import { ConfirmDialog } from "#app/kit/confirm.tsx";
import { FieldErrorsContext, TextAreaField, TextField } from "#app/kit/forms/field.tsx";
import { EnterSaves, SaveBar } from "#app/kit/forms/save-bar.tsx";
import { useAnswer } from "#app/kit/hooks/use-answer.ts";
import { hasConnection, LOST_WORDS, orWhenLost } from "#app/kit/lost-connection.ts";
import { emailsQuery } from "#app/orders/domain/mail/mail-template.schema.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import type { Route } from "./+types/index";
import { answerEmails, readEmails, type EmailsAnswer } from "./emails.server.ts";

/** The texts of the emails to customers: one kind at a time, with its preview. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return readEmails(context.get(servicesContext), readPageQuery(request, emailsQuery).kind);
}

export async function action({ request, context }: Route.ActionArgs) {
  const { answer, status } = await answerEmails(context.get(servicesContext), requireStaff(context), await request.formData());
  return data(answer, { status });
}

export function clientAction({ serverAction }: Route.ClientActionArgs): Promise<EmailsAnswer> {
  return orWhenLost<EmailsAnswer, EmailsAnswer>(serverAction, () => ({ kind: "lost", message: LOST_WORDS, errors: {}, letter: null }));
}

export const shouldRevalidate = hasConnection;

export default function Emails({ loaderData }: Route.ComponentProps) {
  const { kind, kinds } = loaderData;
  return (
    <>
      <PageHeader title="Words of emails" trail={[{ to: href("/admin/site-settings"), label: "Site settings" }]} />
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <nav aria-label="Emails">
          <ul className="grid gap-1 max-lg:grid-cols-2">
            {kinds.map((each) => (
              <li key={each.kind}>
                <Link
                  to={`?kind=${each.kind}`}
                  aria-current={each.kind === kind ? "page" : undefined}
                  className="flex min-h-11 flex-wrap items-center gap-x-2 rounded px-3 aria-[current]:bg-primary-tint aria-[current]:font-semibold hover:bg-canvas lg:min-h-9"
                >
                  {each.label}
                  {each.isOwn ? <span className="text-sm text-ink-2">own words</span> : null}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <WordsForm key={kind} page={loaderData} />
      </div>
    </>
  );
}

type PageData = Route.ComponentProps["loaderData"];

function areSame(a: PageData["words"], b: PageData["words"]): boolean {
  return a.subject === b.subject && a.heading === b.heading && a.text === b.text;
}

function WordsForm({ page }: { readonly page: PageData }) {
  const { kind, title, isOwn, isAboutOrder, placeholders } = page;
  const fetcher = useFetcher<EmailsAnswer>({ key: `email words ${kind}` });
  const form = useRef<HTMLFormElement>(null);
  // The texts that the input started from; a rejected form keeps them, so that it never overwrites a newer save.
  const [{ words, seen }, setBase] = useState(page);
  const [typed, setTyped] = useState(words);
  const [isAsking, setAsking] = useState(false);
  const sent = useRef(words);
  const answer = fetcher.data;
  const isDirty = !areSame(typed, words);
  useAnswer(fetcher, ({ kind: outcome }) => {
    if (outcome !== "saved") return;
    setBase(page);
    setTyped((now) => (areSame(now, sent.current) ? page.words : now));
  });
  const isSaving = fetcher.state !== "idle" && fetcher.formData?.get("intent") === null;
  const field = (name: keyof typeof words) => ({
    name,
    value: typed[name],
    onChange: ({ target: { value } }: { readonly target: { readonly value: string } }) =>
      setTyped((before) => ({ ...before, [name]: value })),
  });
  const errors = Object.entries(answer?.errors ?? {}).map(([name, message]) => [name, [message]] as const);
  // Field errors are shown at the field, which gets the focus.
  const message = errors.length === 0 ? (answer?.message ?? "") : "";
  useEffect(() => {
    if (answer?.kind === "refused") form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [answer]);
  return (
    <fetcher.Form
      ref={form}
      method="post"
      className="grid min-w-0 gap-4"
      aria-label={title}
      onSubmit={() => {
        sent.current = typed;
      }}
    >
      <EnterSaves />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="seen" value={seen} />
      <h2 className="text-xl">{title}</h2>
      <p className="max-w-prose text-ink-2">
        {isOwn
          ? "These are your own words."
          : `This email has the standard words${isAboutOrder ? ", which fit pickup and delivery" : ""}. Change the text below to use your own.`}
      </p>
      <FieldErrorsContext value={Object.fromEntries(errors)}>
        <TextField label="Subject" maxLength={150} {...field("subject")} />
        <TextField label="Heading" maxLength={150} {...field("heading")} />
        <TextAreaField
          label="Text"
          rows={8}
          maxLength={2000}
          hint={`An empty line begins a paragraph. ${isAboutOrder ? "Items, amounts and a button follow by themselves." : "A button with the link follows by itself."}`}
          {...field("text")}
        />
      </FieldErrorsContext>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {placeholders.map(({ name, label }) => (
          <div key={name} className="contents">
            <dt className="figures">{`{${name}}`}</dt>
            <dd className="text-ink-2">{label}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="intent" value="show" look="outline">
          Update the preview
        </Button>
        <Button type="submit" name="intent" value="send" look="outline">
          Send a test to me
        </Button>
        {isOwn ? (
          <Button look="danger-outline" onClick={() => setAsking(true)}>
            Use the standard words
          </Button>
        ) : null}
      </div>
      <div role="status" className="empty:hidden">
        {message === "" ? null : <ProblemNote blocks={answer?.kind === "refused" || answer?.kind === "lost"}>{message}</ProblemNote>}
      </div>
      <Preview letter={answer?.letter ?? page.letter} />
      <ConfirmDialog
        isOpen={isAsking}
        title="Use the standard words?"
        text="Your own words for this email are gone then."
        yes="Use the standard words"
        isDanger
        onYes={() => {
          setAsking(false);
          sent.current = typed;
          void fetcher.submit({ kind, seen, intent: "standard" }, { method: "post" });
        }}
        onNo={() => setAsking(false)}
      />
      <SaveBar form={form} isDirty={isDirty} isSaving={isSaving} onDiscard={() => setTyped(words)} />
    </fetcher.Form>
  );
}

function Preview({ letter }: { readonly letter: EmailsAnswer["letter"] }) {
  if (letter === null) return null;
  return (
    <section aria-labelledby="preview-title" className="min-w-0">
      <h3 id="preview-title" className="rule mb-3 pb-1 text-lg">
        Preview
      </h3>
      <p className="mb-2 wrap-anywhere">
        Subject: <strong>{letter.subject}</strong>
      </p>
      <iframe
        title="How the email looks"
        sandbox=""
        srcDoc={letter.html}
        className="h-[38rem] w-full rounded border border-hairline bg-white"
      />
    </section>
  );
}
