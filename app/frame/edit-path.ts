/** The staff page that edits the content of a public page. */
export interface EditTarget {
  readonly label: string;
  readonly path: string;
}

/** The staff page that edits the public page at `pathname`; null = none. */
export function editTargetOf(pathname: string): EditTarget | null {
  const product = /^\/products\/([1-9]\d*)\/?$/.exec(pathname);
  if (product !== null) return { label: "Edit this product", path: `/admin/product/edit/${product[1]}` };
  const category = /^\/([1-9]\d*)\/products\/?$/.exec(pathname);
  if (category !== null) return { label: "Edit this category", path: `/admin/category/edit/${category[1]}` };
  return pathname === "/" ? { label: "Edit this page", path: "/admin/cms/home" } : null;
}
