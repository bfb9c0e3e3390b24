import { formatNumber } from "#app/values/number.ts";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useRef, useState, type ReactNode } from "react";
import { useNavigation } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { FieldScope, TextAreaField, TextField } from "#app/kit/forms/field.tsx";
import { useRefusedField } from "#app/kit/forms/use-refused-field.ts";
import { useInterval } from "#app/kit/hooks/use-interval.ts";
import { isLostConnection } from "#app/kit/lost-connection.ts";
import { readJson, staffFetch } from "#app/kit/session.ts";

/** The response to a refused form: its name, the errors of its fields, and the submitted values. */
export interface CodeFormAnswer {
  readonly form: string;
  readonly errors: Readonly<Record<string, string>>;
  readonly typed: Readonly<Record<string, string>>;
}

interface CodeFormsProps {
  readonly answer: CodeFormAnswer | undefined;
  /** The number of codes of the set: the forms reset when it grows. */
  readonly codes: number;
  /** The URL of the progress of code generation. */
  readonly progressPath: string;
}

const POLL_MS = 400;

/** Adds, makes and imports codes. */
export function CodeForms({ answer, codes, progressPath }: CodeFormsProps) {
  return (
    <div className="mt-8 grid gap-2">
      <Fold title="Add one code" look="title" open={codes === 0 || answer?.form === "add-code"}>
        <FieldScope value="one-">
          <OneCodeForm key={codes} {...fieldsOf(answer, "add-code")} />
        </FieldScope>
      </Fold>
      <Fold title="Generate codes" look="title" open={answer?.form === "generate"}>
        <GenerateForm key={codes} {...fieldsOf(answer, "generate")} progressPath={progressPath} />
      </Fold>
      <Fold title="Import codes" look="title" open={answer?.form === "import"}>
        <ImportForm key={codes} {...fieldsOf(answer, "import")} />
      </Fold>
    </div>
  );
}

interface FormFields {
  readonly errors: Readonly<Record<string, string>>;
  readonly typed: Readonly<Record<string, string>>;
}

const NOT_REFUSED: FormFields = { errors: {}, typed: {} };

function fieldsOf(answer: CodeFormAnswer | undefined, form: string): FormFields {
  return answer?.form === form ? answer : NOT_REFUSED;
}

interface CodeFormProps {
  readonly intent: string;
  readonly errors: FormFields["errors"];
  readonly children: ReactNode;
}

function CodeForm({ intent, errors, children }: CodeFormProps) {
  return (
    <PostForm ref={useRefusedField(errors)} className="grid max-w-2xl gap-4 py-2 sm:grid-cols-2">
      <input type="hidden" name="intent" value={intent} />
      {children}
    </PostForm>
  );
}

/** The state of one text field: the submitted value or `initial`, and its error. */
const fieldOf = ({ errors, typed }: FormFields, name: string, initial = "") => ({
  name,
  defaultValue: typed[name] ?? initial,
  error: errors[name],
});

/** Adds one code; its limits are optional. */
function OneCodeForm(fields: FormFields) {
  return (
    <CodeForm intent="add-code" errors={fields.errors}>
      <TextField
        {...fieldOf(fields, "code")}
        label="Code"
        hint="Such as HALF50. Capital letters, spaces and hyphens make no difference."
        required
      />
      <Terms {...fields} uses="" />
      <Button type="submit" size="desk" className="justify-self-start sm:col-span-2">
        Add code
      </Button>
    </CodeForm>
  );
}

function GenerateForm({ progressPath, ...fields }: FormFields & { readonly progressPath: string }) {
  const isMaking = useNavigation().formData?.get("intent") === "generate";
  return (
    <CodeForm intent="generate" errors={fields.errors}>
      <TextField {...fieldOf(fields, "count", "100")} label="How many" inputMode="numeric" hint="Up to 100,000 at once." />
      <TextField {...fieldOf(fields, "prefix")} label="Prefix" hint="For example SUMMER. Optional." />
      <TextField
        {...fieldOf(fields, "length", "8")}
        label="Random characters"
        inputMode="numeric"
        hint="No look-alike characters. The last one catches typing errors."
      />
      <Terms {...fields} uses="1" />
      <div className="flex flex-wrap items-center gap-3 sm:col-span-2">
        <Button type="submit" size="desk" aria-disabled={isMaking}>
          {isMaking ? "Generating codes…" : "Generate codes"}
        </Button>
        {isMaking ? <MakingProgress path={progressPath} /> : null}
      </div>
    </CodeForm>
  );
}

/** The number of generated codes while the form is submitting. */
function MakingProgress({ path }: { readonly path: string }) {
  const format = useMoneyFormat();
  const [last, setLast] = useState<{ readonly made: number; readonly count: number } | null>(null);
  const isPolling = useRef(false);
  const poll = async () => {
    if (isPolling.current) return;
    isPolling.current = true;
    try {
      const response = await staffFetch(path);
      const made = response.ok ? await readJson<typeof last>(response) : null;
      // After the last batch the response is null: the bar stays full until the page reports the end.
      if (made !== null) setLast(made);
    } catch (error) {
      if (!isLostConnection(error)) throw error;
    } finally {
      isPolling.current = false;
    }
  };
  useInterval(() => void poll(), POLL_MS);
  return (
    <span className="inline-flex items-center gap-2">
      <progress
        aria-label="Generating codes"
        className="accent-primary"
        {...(last === null ? {} : { value: last.made, max: last.count })}
      />
      {last === null ? null : (
        <span className="figures text-sm text-ink-2">
          {formatNumber(last.made, format)} of {formatNumber(last.count, format)}
        </span>
      )}
    </span>
  );
}

function ImportForm({ errors, typed }: FormFields) {
  return (
    <CodeForm intent="import" errors={errors}>
      <div className="sm:col-span-2">
        <TextAreaField
          {...fieldOf({ errors, typed }, "codes")}
          label="Codes"
          hint="One a line, or the first column of a CSV file."
          rows={6}
          className="figures py-2"
        />
      </div>
      <FieldScope value="import-">
        <Terms errors={errors} typed={typed} uses="" usesHint="Asked, because your codes may be printed already." />
        <label className="flex min-h-11 items-center gap-2">
          <input type="checkbox" name="isUnlimited" defaultChecked={typed["isUnlimited"] === "on"} className="size-5 accent-primary" />
          No limit to the uses of each code
        </label>
      </FieldScope>
      <Button type="submit" size="desk" className="justify-self-start">
        Import codes
      </Button>
    </CodeForm>
  );
}

/** The limits of each new code. `uses`: the initial value. */
function Terms({ uses, usesHint = "Empty = no limit.", ...fields }: FormFields & { readonly uses: string; readonly usesHint?: string }) {
  return (
    <>
      <TextField {...fieldOf(fields, "maxUses", uses)} label="Maximum uses per code" inputMode="numeric" hint={usesHint} />
      <TextField {...fieldOf(fields, "perCustomerUses")} label="Uses per customer" inputMode="numeric" hint="Empty = no limit." />
      <TextField {...fieldOf(fields, "expiresOn")} label="Expires on" type="date" hint="Empty = no end." />
    </>
  );
}
