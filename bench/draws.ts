import { processorMs, type BenchShop } from "./shop-process.ts";

/** CPU time of one page rendered without the cache, in milliseconds. */
export interface DrawFigures {
  readonly page: string;
  /**
   * Of the server, for one user: the first renderings after its start, and once the engine has compiled the code, as in a shop that runs
   * for weeks.
   */
  readonly afterStartMs: number;
  readonly warmMs: number;
  /** The same for every turn, in order. */
  readonly turns: readonly number[];
  /** Of the server, for a shared page: rendered, compressed and cached; warm. */
  readonly keptMs: number;
  /** Of its database, for one user, warm. */
  readonly databaseMs: number;
}

interface Drawn {
  readonly page: string;
  readonly path: string;
}

/** The header of every current browser. */
const BROWSER = { "Accept-Encoding": "gzip, deflate, br" };
/** The last turns are those of a warm process. */
const WARM_TURNS = 4;
/** Each number of empty query parts is a separate cache entry; more would be too long for the cache. */
const MOST_KEPT = 240;

/**
 * Renders each page `each` times in turn with the others, `turns` times. An unknown query parameter makes a page personal; empty query
 * parts make it a separate shared page. Null where the system does not report CPU time.
 */
export async function benchDraws(
  shop: BenchShop,
  pages: readonly Drawn[],
  turns: number,
  each: number,
): Promise<readonly DrawFigures[] | null> {
  if (processorMs(shop.pid) === null) return null;
  const persons = new Map<string, { readonly node: number[]; readonly database: number[] }>(
    pages.map(({ page }) => [page, { node: [], database: [] }]),
  );
  for (let turn = 0; turn < turns; turn += 1)
    for (const { page, path } of pages) {
      const took = await drawn(shop, each, (index) => `${path}?draw=${turn}-${index}`);
      persons.get(page)?.node.push(took.node);
      persons.get(page)?.database.push(took.database);
    }
  const figures: DrawFigures[] = [];
  for (const { page, path } of pages) {
    const { node, database } = persons.get(page) ?? { node: [], database: [] };
    const cachedTimes = await drawn(shop, Math.min(each, MOST_KEPT), (index) => `${path}?${"&".repeat(index)}`);
    figures.push({
      page,
      afterStartMs: node[0] ?? 0,
      warmMs: median(node.slice(-WARM_TURNS)),
      turns: node,
      keptMs: cachedTimes.node,
      databaseMs: median(database.slice(-WARM_TURNS)),
    });
  }
  return figures;
}

/** CPU time per rendering. */
async function drawn(
  shop: BenchShop,
  count: number,
  pathOf: (index: number) => string,
): Promise<{ readonly node: number; readonly database: number }> {
  const before = processorMs(shop.pid);
  for (let index = 0; index < count; index += 1) {
    const answer = await fetch(shop.url + pathOf(index), { headers: BROWSER });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${pathOf(index)}: ${answer.status}`);
  }
  const after = processorMs(shop.pid);
  if (before === null || after === null) throw new Error("the system tells no processor time any more");
  return { node: (after.node - before.node) / count, database: (after.database - before.database) / count };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
