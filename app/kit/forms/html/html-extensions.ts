import { Extension, Mark, Node } from "@tiptap/core";
import Image from "@tiptap/extension-image";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import StarterKit from "@tiptap/starter-kit";

/** The id of the linked page, so that the link survives a change of the page's address. */
const PageLinks = Extension.create({
  name: "pageLinks",
  addGlobalAttributes: () => [
    {
      types: ["link"],
      attributes: {
        page: {
          default: null,
          parseHTML: (element) => element.dataset["page"] ?? null,
          renderHTML: ({ page }) => (typeof page === "string" ? { "data-page": page } : {}),
        },
      },
    },
  ],
});

/** Content from another site, stored as a link with its name. */
const EmbedLink = Node.create({
  name: "embed",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({ href: { default: "" }, title: { default: "" } }),
  parseHTML: () => [
    {
      tag: "figure[data-embed]",
      priority: 60,
      getAttrs: (element) => {
        const link = element.querySelector("a");
        return link === null ? false : { href: link.getAttribute("href"), title: link.textContent };
      },
    },
  ],
  renderHTML: ({ node }) => ["figure", { "data-embed": "1" }, ["a", { href: String(node.attrs["href"]) }, String(node.attrs["title"])]],
});

/**
 * A table as the allow-list keeps it, without widths. Its caption is plain text, because the editor treats everything inside a table as
 * rows.
 */
const PlainTable = Table.extend({
  addAttributes: () => ({
    caption: { default: "", parseHTML: (element: HTMLElement) => element.querySelector("caption")?.textContent.trim() ?? "" },
  }),
  parseHTML: () => [{ tag: "table" }, { tag: "caption", ignore: true }],
  renderHTML: ({ node }) => {
    const caption = String(node.attrs["caption"]);
    return caption === "" ? ["table", ["tbody", 0]] : ["table", ["caption", caption], ["tbody", 0]];
  },
});

/** Marks without a button: imported text and text written as HTML keep them. */
const PLAIN_MARKS = ["sub", "sup", "small", "mark"].map((tag) =>
  Mark.create({ name: tag, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] }),
);

/** Everything that stored text may contain, whatever the toolbar offers: the editor would drop unknown elements. */
export const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, protocols: ["http", "https", "mailto", "tel"], HTMLAttributes: { target: null, rel: null } },
  }),
  PageLinks,
  Image,
  EmbedLink,
  PlainTable,
  TableRow,
  TableHeader,
  TableCell,
  ...PLAIN_MARKS,
];
