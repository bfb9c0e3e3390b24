/** What rolldown tells of a module while it forms chunks. */
interface ModuleFacts {
  /** Who needs it at once; those that import it on demand stand in `dynamicImporters`. */
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
  /** As plugins have left it, before anything unused is dropped. */
  readonly code: string | null;
}

interface ModuleGraph {
  getModuleInfo(id: string): ModuleFacts | null;
}

/** Loaded by the browser as they are; a route's own code hangs below the second. */
const EVERY_PAGE = /app[\\/](?:entry\.client|root|routes[\\/]shop[\\/]layout)\.tsx/;
/** Draws the page as soon as it is run: it stands by itself, so that the rest can be run before. */
const BEGINNING = /app[\\/]entry\.client\.tsx$/;
/** A customers' page by the file of its route. Where customers look around: home, category and product. */
const PAGE =
  /app[\\/]routes[\\/]shop[\\/](index|category|product|page|cart[\\/]index|checkout[\\/]index|payment-complete[\\/]index)\.tsx(?:$|\?)/;
/** In characters of source: what is shorter (a drawing, a limit) need not be fetched by itself. */
const SHORT = 1_500;

type Chunk = "shop" | "menu" | "lists" | "choices" | "hours" | "ordering" | "bill";

/**
 * Chunks of customers' pages, so that none loads dozens of tiny files, which compress worse and load later:
 *
 * - "shop": what each of them loads: the frame, and what the product page shares with cart or checkout;
 * - "menu": what only the product page shares with another page for looking around; "lists": what only pages with lists of dishes share,
 *   and home with pages of text;
 * - "hours": what home shares with the page of an order, with staff and with what comes on demand: all that reckons with the shop's clock;
 * - "choices": what the product page shares with pages of staff and with windows that open on demand;
 * - "ordering": what only cart and checkout share with each other and with what comes on demand; "bill": what the page of an order or staff need, too.
 *
 * What only staff need stays out, however many of their pages share it; so does what is imported on demand, and what a single page needs.
 */
export function sharedChunk(chunk: Chunk): (id: string, graph: ModuleGraph) => string | null {
  return (id, graph) => (chunkOf(id, graph) === chunk ? chunk : null);
}

function chunkOf(id: string, graph: ModuleGraph): Chunk | null {
  if (BEGINNING.test(id) || PAGE.test(id)) return null;
  const users = usersOf(id, graph);
  if (users.everyPage) return "shop";
  const { pages } = users;
  const isOrdering = pages.has("cart") || pages.has("checkout");
  const lookingAround = ["index", "category", "product"].filter((page) => pages.has(page)).length;
  if (lookingAround > 1) {
    if (!pages.has("product")) return "lists";
    return isOrdering ? "shop" : "menu";
  }
  if (pages.has("product") && pages.size > 1 && isShort(id, graph)) return "shop";
  if (pages.size === 0 || (pages.size === 1 && !users.onDemand && !users.staff)) return null;
  if (pages.has("product")) return "choices";
  if (pages.has("index")) return pages.has("page") ? "lists" : "hours";
  if (pages.has("payment-complete") || (isOrdering && users.staff)) return "bill";
  return isOrdering ? "ordering" : null;
}

function isShort(id: string, graph: ModuleGraph): boolean {
  const code = graph.getModuleInfo(id)?.code;
  return typeof code === "string" && code.length < SHORT;
}

interface Users {
  /** Needed by the frame of every page. */
  readonly everyPage: boolean;
  /** Customers' pages that load it at once, by the first part of their address in `app/routes/shop`. */
  readonly pages: ReadonlySet<string>;
  /** Something that is imported on demand needs it, too. */
  readonly onDemand: boolean;
  /** A page of staff does. */
  readonly staff: boolean;
}

function usersOf(id: string, graph: ModuleGraph): Users {
  const pages = new Set<string>();
  let onDemand = false;
  let staff = false;
  const seen = new Set([id]);
  for (const each of seen) {
    if (EVERY_PAGE.test(each)) return { everyPage: true, pages, onDemand, staff };
    const page = PAGE.exec(each)?.[1];
    if (page !== undefined) {
      pages.add(page.replace(/[\\/]index$/, ""));
      continue;
    }
    const { importers, dynamicImporters } = graph.getModuleInfo(each) ?? { importers: [], dynamicImporters: [] };
    onDemand ||= dynamicImporters.length > 0;
    staff ||= importers.length === 0 && dynamicImporters.length === 0;
    for (const importer of importers) seen.add(importer);
  }
  return { everyPage: false, pages, onDemand, staff };
}
