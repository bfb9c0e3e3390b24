import pg from "pg";

const FIRST = ["Copper", "Silver", "Maple", "Garden", "Harvest", "Winter", "Morning", "Harbour", "Orchard", "Meadow"];
const THING = ["sandwich", "omelette", "brownie", "croissant", "lemonade", "pancakes", "espresso", "dumplings", "minestrone", "cheesecake"];

export interface ManyProducts {
  /** A category with a tenth of them. */
  readonly categoryId: number;
  /** The names of some of them, a different one each time. */
  readonly word: (index: number) => string;
  /** The same with two letters swapped. */
  readonly mistyped: (index: number) => string;
}

/** Creates `count` products with names of three words, in ten categories of their own. */
export async function fillShop(databaseUrl: string, count: number): Promise<ManyProducts> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const categories = await client.query<{ id: number }>(
      "insert into categories (name, position) select 'Bench ' || n, 1000 + n from generate_series(1, 10) n returning id",
    );
    const ids = categories.rows.map(({ id }) => id);
    await client.query(
      `with made as (
         insert into products (name, summary, price_cents, position)
         select ($2::text[])[1 + n % 10] || ' ' || ($3::text[])[1 + (n / 10) % 10] || ' ' || md5(n::text), 'Number ' || n, 500 + n % 2000, 1000 + n
         from generate_series(1, $1::int) n returning id, position)
       insert into product_categories (product_id, category_id, position) select id, ($4::int[])[1 + position % 10], position from made`,
      [count, FIRST, THING, ids],
    );
    await client.query("vacuum analyze products, product_categories, product_search, product_words");
    const name = (index: number) => `${FIRST[Math.abs(index) % 10]} ${THING[Math.abs(Math.floor(index / 10)) % 10]}`;
    return {
      categoryId: ids[0] ?? 0,
      word: (index) => encodeURIComponent(name(index)),
      mistyped: (index) => encodeURIComponent(name(index).replace(/(.)(.)(.)$/, "$1$3$2")),
    };
  } finally {
    await client.end();
  }
}
