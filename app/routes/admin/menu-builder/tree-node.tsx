import { href } from "react-router";
import { Detail } from "#app/content/ui/staff/menus/menu-control.tsx";
import { rowOf, type MenuRow } from "#app/content/ui/staff/menus/menu-rows.ts";
import type { MenuTargets } from "#app/content/domain/menu-targets.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import { TreeRow } from "#app/kit/tree/tree-row.tsx";

/** Loads nothing; a loader makes the guard of the staff area run on every navigation to this page. */
export function loader() {
  return null;
}

const TARGETS: MenuTargets = {
  categories: [
    { id: 1, path: "Pizza", isHidden: false },
    { id: 2, path: "Seasonal", isHidden: true },
  ],
  pages: [
    { slug: "about", title: "About us", isPublished: true },
    { slug: "jobs", title: "Jobs", isPublished: false },
  ],
};
const LONG = "A text that somebody has written without thinking of phones, and that still must not push anything off the screen";

const ROWS: readonly MenuRow[] = [
  rowOf("1", null, { id: "1", type: "category", text: "Pizza", categoryId: 1 }),
  rowOf("2", "1", { id: "2", type: "link", text: "Below another item", url: "/about", openInNewTab: false }),
  rowOf("3", "2", { id: "3", type: "text", text: "At the deepest level" }),
  rowOf("4", null, { id: "4", type: "link", text: "Our kitchen on film", url: "https://example.com/kitchen", openInNewTab: true }),
  rowOf("5", null, { id: "5", type: "text", text: LONG }),
  rowOf("6", null, { id: "6", type: "category", text: "Deleted category", categoryId: 99 }),
  rowOf("7", null, { id: "7", type: "category", text: "Hidden category", categoryId: 2 }),
  rowOf("8", null, { id: "8", type: "link", text: "Draft page", url: "/jobs", openInNewTab: false }),
  rowOf("9", null, { id: "9", type: "link", text: "", url: "", openInNewTab: false }),
];

const STATES: readonly { readonly name: string; readonly id: string; readonly over?: Partial<Parameters<typeof TreeRow>[0]> }[] = [
  { name: "Category", id: "1" },
  { name: "Below another item", id: "2" },
  { name: "As deep as it goes: Move in is off", id: "3" },
  { name: "Link to elsewhere, in a new tab", id: "4" },
  { name: "Long text", id: "5" },
  { name: "Category that is deleted", id: "6" },
  { name: "Category that is hidden", id: "7" },
  { name: "Page that is not published", id: "8" },
  { name: "New, nothing entered yet", id: "9" },
  { name: "Its fields are open", id: "1", over: { local: { openId: "1", onOpen: () => undefined, onMove: () => undefined } } },
  { name: "Being dragged", id: "4", over: { isDragged: true } },
  { name: "Something lands before it", id: "4", over: { landing: "before" } },
  { name: "Something lands below it", id: "4", over: { landing: "inside" } },
  { name: "Something lands after it", id: "4", over: { landing: "after" } },
];

const still = () => undefined;

/** One row of the menu tree in all its states, with made-up data; nothing here is saved. */
export default function TreeNodeWorkbench() {
  return (
    <>
      <PageHeader title="TreeNode" trail={[{ to: href("/admin/menu-builder"), label: "Top menu" }]} />
      <p className="mb-5 text-ink-2">One row of the menu tree in all its states, with made-up data. Nothing here is saved.</p>
      <dl className="grid max-w-3xl gap-4">
        {STATES.map(({ name, id, over }) => {
          const item = ROWS.find((row) => row.id === id);
          if (item === undefined) return null;
          return (
            <div key={name}>
              <dt className="text-xs text-ink-2">{name}</dt>
              <dd className="border-y border-hairline">
                <TreeRow
                  item={item}
                  items={ROWS}
                  rules={{ maxDepth: 3 }}
                  local={{ openId: null, onOpen: still, onMove: still }}
                  to=""
                  detail={<Detail row={item} targets={TARGETS} />}
                  maxNameLength={0}
                  isDragged={false}
                  landing={null}
                  isRenamed={false}
                  onRename={still}
                  onMove={still}
                  drag={{ onDragStart: still, onDragEnd: still, onDragOver: still, onDrop: still }}
                  {...over}
                />
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}
