import shopUrl from "./shop.css?url";
import staffUrl from "./staff.css?url";

/** Where the server puts the sheet into a page it has drawn (entry.server.tsx): in this element, whose start no entered text can look like. */
export const SHEET_START = '<style data-sheet="">';
export const SHEET_PLACE = "/*sheet*/";
/** The customers' sheet as a file of the build. */
export const shopSheetUrl = shopUrl;

/** What the document arrived with; the browser never holds the sheet a second time. */
const arrived = typeof document === "undefined" ? undefined : document.querySelector("style[data-sheet]")?.innerHTML;

/**
 * The style sheet of a document. A page of the shop carries it inside, one round trip less before anything is seen; the staff's is a file, fetched
 * once a day of work. Whoever goes from the one to the other without a new document takes both.
 */
export function StyleSheet({ isStaff }: { readonly isStaff: boolean }) {
  const isInside = !import.meta.env.DEV && (typeof document === "undefined" ? !isStaff : arrived !== undefined);
  return (
    <>
      {isInside ? <style data-sheet="" dangerouslySetInnerHTML={{ __html: arrived ?? SHEET_PLACE }} /> : null}
      {isInside && !isStaff ? null : <link rel="stylesheet" href={isStaff ? staffUrl : shopUrl} />}
    </>
  );
}
