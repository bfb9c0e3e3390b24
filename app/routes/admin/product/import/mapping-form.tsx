import type { ImportFormat, ImportMapping } from "#app/catalogue/domain/import/mapping.ts";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { Button } from "#app/kit/button.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { SelectField } from "#app/kit/forms/field.tsx";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { counted } from "#texts/plural.ts";

export const FORMAT_WORDS: Readonly<Record<ImportFormat, string>> = {
  shopify: "Shopify’s or this shop’s export",
  woocommerce: "WooCommerce’s export",
  table: "Any other table",
};

/** The error is shown above many columns, and the button is below them. */
const showIt = (element: HTMLElement | null) => element?.focus();

interface MappingFormProps {
  readonly mapping: ImportMapping;
  readonly headings: readonly string[];
  readonly samples: readonly (readonly string[])[];
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly withPictures: boolean;
  /** The rejected input. */
  readonly message: string | undefined;
}

/** The file's format and the meaning of each column; submitting it previews the changes. */
export function MappingForm({ mapping, headings, samples, choices, withPictures, message }: MappingFormProps) {
  const ignored = mapping.columns.filter((column) => column === null).length;
  const rows = headings.map((heading, index) => ({ heading, index, column: mapping.columns[index] ?? null }));
  const row = (each: (typeof rows)[number]) => <ColumnRow key={each.index} {...each} samples={samples} choices={choices} />;
  return (
    <div className="grid max-w-3xl gap-5">
      <FormatForm format={mapping.format} />
      <PostForm className="grid gap-5" key={`${mapping.format} ${mapping.columns.join()}`}>
        <input type="hidden" name="format" value={mapping.format} />
        {message === undefined ? null : (
          <div key={message} ref={showIt} tabIndex={-1} role="alert">
            <ProblemNote blocks>{message}</ProblemNote>
          </div>
        )}
        <section aria-labelledby="columns-title">
          <h2 id="columns-title" className="text-lg">
            Columns
          </h2>
          <ul className="mt-2 divide-y divide-hairline border-y border-hairline">
            {rows.filter(({ column }) => column !== null).map(row)}
          </ul>
          {ignored === 0 ? null : (
            <Fold
              className="mt-2"
              open={message !== undefined}
              title={counted(ignored, "column that is not used", "columns that are not used")}
            >
              <ul className="divide-y divide-hairline border-y border-hairline">{rows.filter(({ column }) => column === null).map(row)}</ul>
            </Fold>
          )}
        </section>
        <div className="max-w-48">
          <SelectField name="decimal" label="Prices are written" defaultValue={mapping.decimal} className="min-h-11 lg:min-h-8 lg:text-sm">
            <option value=".">1,299.00</option>
            <option value=",">1.299,00</option>
          </SelectField>
        </div>
        <label className="flex min-h-11 items-center gap-3 lg:min-h-8">
          <input type="checkbox" name="pictures" defaultChecked={withPictures} className="size-5 accent-primary" />
          Fetch the pictures that the file names
        </label>
        <p className="flex flex-wrap gap-2">
          <Button type="submit" name="intent" value="check" className="lg:min-h-8">
            Preview changes
          </Button>
        </p>
      </PostForm>
    </div>
  );
}

function FormatForm({ format }: Pick<ImportMapping, "format">) {
  return (
    <PostForm className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="intent" value="format" />
      <SelectField name="format" label="The file is" defaultValue={format} className="min-h-11 lg:min-h-8 lg:text-sm">
        {Object.entries(FORMAT_WORDS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <Button type="submit" look="outline" size="desk" className="min-h-11 lg:min-h-8">
        Update file type
      </Button>
    </PostForm>
  );
}

interface ColumnRowProps extends Pick<MappingFormProps, "samples" | "choices"> {
  readonly heading: string;
  readonly index: number;
  /** The field that the column fills; null = not used. */
  readonly column: string | null;
}

function ColumnRow({ heading, index, column, samples, choices }: ColumnRowProps) {
  const cells = samples.map((row) => row[index] ?? "").filter((cell) => cell !== "");
  return (
    <li className="grid items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(0,1fr)_16rem]">
      <label htmlFor={`column-${index}`} className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{heading || `Column ${index + 1}`}</span>
        <span className="block truncate text-xs text-ink-2">{cells.join(" · ") || "empty in the first rows"}</span>
      </label>
      <select
        id={`column-${index}`}
        name={`column-${index}`}
        defaultValue={column ?? ""}
        className="control min-h-11 w-full lg:min-h-8 lg:text-sm"
      >
        <option value="">not used</option>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </li>
  );
}
