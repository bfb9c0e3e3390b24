import { href } from "react-router";
import { ColumnPreview } from "#app/content/ui/staff/menus/menu-preview.tsx";
import type { FooterColumn, MenuItem } from "#app/content/domain/menu.ts";
import { PageHeader } from "#app/kit/page-header.tsx";

/** Loads nothing; a loader makes the guard of the staff area run on every navigation to this page. */
export function loader() {
  return null;
}

const ABOUT: MenuItem = { id: "about", type: "link", text: "About us", url: "/about", openInNewTab: false };
const FILM: MenuItem = { id: "film", type: "link", text: "Our kitchen on film", url: "https://example.com/kitchen", openInNewTab: true };
const PIZZA: MenuItem = { id: "pizza", type: "category", text: "Pizza", categoryId: 1 };
const NOTE: MenuItem = { id: "note", type: "text", text: "Closed on public holidays" };
const LONG: MenuItem = { ...NOTE, id: "long", text: "Aword".repeat(14) };

const STATES: readonly { readonly name: string; readonly column: FooterColumn }[] = [
  { name: "With a title", column: { id: "1", title: "Visit us", items: [ABOUT, PIZZA, NOTE] } },
  { name: "Without a title", column: { id: "2", title: null, items: [ABOUT, FILM] } },
  { name: "A title, and no items yet", column: { id: "3", title: "Soon", items: [] } },
  { name: "One of each type", column: { id: "4", title: "Everything", items: [PIZZA, NOTE, ABOUT, FILM] } },
  { name: "Long words", column: { id: "5", title: "Opening hours on public holidays and in summer", items: [LONG, ABOUT] } },
  {
    name: "Many items",
    column: {
      id: "6",
      title: "All of it",
      items: Array.from({ length: 14 }, (_, at) => ({ ...ABOUT, id: `n${at}`, text: `Item ${at + 1}` })),
    },
  },
];

/** One column of the footer in all its states, with made-up data; nothing here is saved. */
export default function FooterColumnWorkbench() {
  return (
    <>
      <PageHeader title="FooterColumn" trail={[{ to: href("/admin/footer-menu-builder"), label: "Footer menu" }]} />
      <p className="mb-5 text-ink-2">One column of the footer in all its states, with made-up data. Nothing here is saved.</p>
      <dl className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
        {STATES.map(({ name, column }) => (
          <div key={name}>
            <dt className="mb-1 text-xs text-ink-2">{name}</dt>
            <dd className="rounded border border-hairline bg-surface p-5">
              <ColumnPreview column={column} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
