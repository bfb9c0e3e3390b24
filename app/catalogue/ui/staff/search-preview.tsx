import { RecordText } from "#app/kit/record/record-fields.tsx";
import { useRecordField } from "#app/kit/record/record-state.ts";

/** A preview of the search engine metadata. Empty fields fall back to name and summary. */
export function SearchFields({ siteName, address }: { readonly siteName: string; readonly address: string }) {
  const [seoTitle, name, seoDescription, summary] = [
    useRecordField("seoTitle").text.trim(),
    useRecordField("name").text.trim(),
    useRecordField("seoDescription").text.trim(),
    useRecordField("summary").text.trim(),
  ];
  const title = seoTitle || name || "Name of the product";
  const description = seoDescription || summary;
  return (
    <>
      <RecordText name="seoTitle" label="Title" hint="Empty = the name." />
      <RecordText name="seoDescription" label="Description" hint="Empty = the summary. About 150 letters are shown." />
      <figure className="rounded border border-hairline p-4">
        <figcaption className="mb-2 text-xs font-semibold text-ink-2">In a search engine, about like this</figcaption>
        <p className="truncate text-xs text-ink-2">{address}</p>
        <p className="truncate text-lg text-harbour">
          {title} – {siteName}
        </p>
        <p className="line-clamp-2 text-ink-2">
          {description === "" ? "No description yet: the search engine picks some words of the page." : description}
        </p>
      </figure>
    </>
  );
}
