/** What rolldown tells of a module while it forms chunks. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** Loaded by the browser as they are; a route's own code hangs below the second. */
const EVERY_PAGE = /app[\\/](?:entry\.client|root|routes[\\/]shop[\\/]layout)\.tsx/;
/** Draws the page as soon as it is run: it stands by itself, so that the rest can be run before. */
const BEGINNING = /app[\\/]entry\.client\.tsx$/;
const PRODUCT = /product\.tsx\?__react-router-build-client-route$/;
/** Where customers look around. */
const BROWSING = /app[\\/]routes[\\/]shop[\\/](?:index|category|product)\.tsx\?__react-router-build-client-route$/;
/** Where they order: the frame of a page that only asks for an address and a card need not come with the drawing of a dish. */
const ORDERING = /app[\\/]routes[\\/]shop[\\/](?:cart|checkout)[\\/]index\.tsx\?__react-router-build-client-route$/;

type Chunk = "shop" | "menu" | "lists";

/**
 * Chunks of customers' pages: what each of them loads ("shop": the frame, and parts of the product page that another page for looking around and cart or
 * checkout have, too), what only the product page shares with such a page ("menu"), and what only pages with lists of dishes share ("lists"). Dozens of
 * tiny files compress worse (4 KB in all) and load later. What only staff need stays out, however many of their pages share it; so does what is imported
 * on demand.
 */
export function sharedChunk(chunk: Chunk): (id: string, graph: ModuleGraph) => string | null {
  return (id, graph) => (chunkOf(id, graph) === chunk ? chunk : null);
}

function chunkOf(id: string, graph: ModuleGraph): Chunk | null {
  if (BEGINNING.test(id)) return null;
  const pages = new Set<string>();
  let isOrdering = false;
  const seen = new Set([id]);
  for (const each of seen) {
    if (EVERY_PAGE.test(each)) return "shop";
    if (BROWSING.test(each)) pages.add(each);
    isOrdering ||= ORDERING.test(each);
    for (const importer of graph.getModuleInfo(each)?.importers ?? []) seen.add(importer);
  }
  if (pages.size < 2) return null;
  if (![...pages].some((page) => PRODUCT.test(page))) return "lists";
  return isOrdering ? "shop" : "menu";
}
