import { Link } from "react-router";
import type { PictureUse } from "#app/content/domain/pictures/picture-use.ts";

const PATHS = {
  product: "/admin/product/edit",
  category: "/admin/category/edit",
  page: "/admin/cms/page",
} as const;
const SETTINGS_PATH = "/admin/site-settings#look";
const KINDS = { product: "Product", category: "Category", page: "Page", setting: "Settings" } as const;

/** The uses of a picture, with links. */
export function PictureUses({ uses }: { readonly uses: readonly PictureUse[] }) {
  if (uses.length === 0) return <p className="text-ink-2">Nowhere yet. Choose it in a product, a category or a page.</p>;
  return (
    <ul className="divide-y divide-hairline border-y border-hairline">
      {uses.map((use) => (
        <li key={`${use.kind}${use.id}${use.name}`} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
          <span className="w-20 text-ink-2">{KINDS[use.kind]}</span>
          <Link
            to={use.kind === "setting" ? SETTINGS_PATH : `${PATHS[use.kind]}/${use.id}`}
            className="min-h-6 font-semibold text-primary underline underline-offset-2"
          >
            {use.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
