import { useState, type SubmitEvent } from "react";
import { href, useNavigate } from "react-router";
import { IMPORT_CALL } from "#app/catalogue/domain/import/upload.ts";
import { Button } from "#app/kit/button.tsx";
import { FileField } from "#app/kit/forms/file-field.tsx";
import { LOST_WORDS, orWhenLost } from "#app/kit/lost-connection.ts";
import { staffFetch } from "#app/kit/session.ts";
import { megabytes } from "#app/values/file-size.ts";
import { MAX_PRODUCT_FILE_BYTES } from "#app/values/limits.ts";

type Answer = { readonly id: number } | { readonly message: string } | null;

interface UploadAnswer {
  readonly id: number;
  readonly message: string;
}

/** Sends a product file. An error is shown at the field, and the chosen file is kept. */
export function UploadForm() {
  const [refusal, setRefusal] = useState<{ readonly message: string } | null>(null);
  const [isSending, setSending] = useState(false);
  const navigate = useNavigate();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const body = new FormData(event.currentTarget);
    setSending(true);
    const answer = await orWhenLost<Answer, Answer>(
      () => upload(body),
      () => ({ message: LOST_WORDS }),
    );
    setSending(false);
    if (answer !== null && "id" in answer) await navigate(href("/admin/product/import/:id", { id: String(answer.id) }));
    else setRefusal(answer);
  };
  return (
    <form
      method="post"
      action={IMPORT_CALL}
      encType="multipart/form-data"
      onSubmit={(event) => void submit(event)}
      className="grid max-w-2xl justify-items-start gap-3 rounded border border-hairline bg-surface p-4"
    >
      <FileField
        name="file"
        label={`A product file (CSV, up to ${megabytes(MAX_PRODUCT_FILE_BYTES)})`}
        hint="An export of Shopify or WooCommerce, of this shop, or any table with names and prices. Nothing changes before you have seen what it would do."
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        maxBytes={MAX_PRODUCT_FILE_BYTES}
        refusal={refusal}
      />
      <Button type="submit" className="lg:min-h-8" aria-disabled={isSending}>
        {isSending ? "Uploading…" : "Upload file"}
      </Button>
    </form>
  );
}

/** null = the session has ended: the sign-in dialog says so. */
async function upload(body: FormData): Promise<Answer> {
  const response = await staffFetch(IMPORT_CALL, { method: "POST", body, headers: { Accept: "application/json" } }, "action");
  if (response.status === 401) return null;
  const { id, message = "The shop did not take the file. Try again." } = (await response.json().catch(() => ({}))) as Partial<UploadAnswer>;
  return response.ok && id !== undefined ? { id } : { message };
}
