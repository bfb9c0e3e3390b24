/** What rolldown tells of a module while it forms chunks. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** Loaded by the browser as they are; a route's own code hangs below the second. */
const EVERY_PAGE = /app[\\/](?:entry\.client|root|routes[\\/]shop[\\/]layout)\.tsx/;
/** Draws the page as soon as it is run: it stands by itself, so that the rest can be run before. */
const BEGINNING = /app[\\/]entry\.client\.tsx$/;
const PRODUCT = /product\.tsx\?__react-router-build-client-route$/;
/** Where customers look around. What only the cart and the checkout share travels with them. */
const BROWSING = /app[\\/]routes[\\/]shop[\\/](?:index|category|product)\.tsx\?__react-router-build-client-route$/;

/**
 * Two chunks of customers' pages: what each of them loads ("shop": the frame, and parts of the product page that another page for looking around has, too), and
 * what only pages with lists of dishes share ("lists"). Dozens of tiny files compress worse (4 KB in all) and load later. What only staff need stays out,
 * however many of their pages share it; so does what is imported on demand.
 */
export function sharedChunk(chunk: "shop" | "lists"): (id: string, graph: ModuleGraph) => string | null {
  return (id, graph) => {
    if (BEGINNING.test(id)) return null;
    const pages = new Set<string>();
    const seen = new Set([id]);
    for (const each of seen) {
      if (EVERY_PAGE.test(each)) return chunk === "shop" ? chunk : null;
      if (BROWSING.test(each)) pages.add(each);
      for (const importer of graph.getModuleInfo(each)?.importers ?? []) seen.add(importer);
    }
    if (pages.size < 2) return null;
    return (chunk === "shop") === [...pages].some((page) => PRODUCT.test(page)) ? chunk : null;
  };
}
