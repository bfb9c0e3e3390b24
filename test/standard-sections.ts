import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { SECTIONS } from "#app/staff/domain/sections.ts";
import type { openOwnersPages } from "./staff-pages.ts";

/** Sections with the standard pages: list, form and the shared delete page. The tests of all pages use these. */
export const STANDARD_SECTIONS = SECTIONS.filter(({ deletion }) => typeof deletion === "string");

/** For each section with an empty table: a row with this text in every text column. */
export async function fillSections(db: Db, text: string): Promise<void> {
  for (const { table } of SECTIONS) {
    if (table === undefined) continue;
    const lists = await db.execute<{ name: string }>(
      sql`select column_name::text as name from information_schema.columns where table_name = ${table.name} and data_type = 'ARRAY'`,
      "objects",
    );
    const columns = table.texts.split(" ").filter((column) => lists.every(({ name }) => name !== column));
    const values = sql.join(
      columns.map(() => sql`${text}`),
      sql`, `,
    );
    await db.execute(
      sql`insert into ${sql.identifier(table.name)} (${sql.raw(columns.join(", "))}) select ${values} where not exists (select 1 from ${sql.identifier(table.name)})`,
    );
  }
}

type Staff = Awaited<ReturnType<typeof openOwnersPages>>;
type Module = Parameters<Staff["get"]>[0] & Parameters<Staff["post"]>[0];

/** Additional fields of a new record, besides a word in each required text field. */
const NEEDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  roles: { permissions: "product" },
  promotions: {
    condition: JSON.stringify({ type: "all", of: [{ type: "fulfillment", is: "pickup" }] }),
    action: JSON.stringify({ kind: "item-percent", params: { rate: 200_000, target: { everything: true } } }),
  },
};

/** Adds, changes and deletes records of standard sections through their pages; `load` gets a file below `app/routes/admin/`. */
export function openStandardSections(staff: Staff, load: (file: string) => Promise<Module>) {
  const form = (section: string) => load(`${section}/form.tsx`);

  /** The empty text fields of a new form, the required ones first. */
  async function textsOf(section: string): Promise<readonly string[]> {
    const { values, limits } = await staff.open(await form(section), `/admin/${section}/add`);
    const isRequired = (name: string) => limits[name]?.required === true;
    return Object.keys(values)
      .filter((name) => values[name] === "")
      .toSorted((a, b) => Number(isRequired(b)) - Number(isRequired(a)));
  }
  /** Submits the form of a new record with this word in its required text fields. */
  async function sendNew(section: string, word: string) {
    const module = await form(section);
    const { values, limits } = await staff.open(module, `/admin/${section}/add`);
    const texts = Object.keys(values).filter((name) => values[name] === "" && limits[name]?.required === true);
    const fields = { ...Object.fromEntries(texts.map((name) => [name, word])), ...NEEDS[section] };
    return staff.edit(module, `/admin/${section}/add`, fields);
  }
  return {
    textsOf,
    sendNew,
    /** Adds a record; returns its id. */
    async add(section: string, word: string): Promise<number> {
      const { location } = await sendNew(section, word);
      return Number(/\/edit\/(\d+)/.exec(location ?? "")?.[1]);
    },
    edit: async (section: string, id: number, over: Readonly<Record<string, string>>) =>
      staff.edit(await form(section), `/admin/${section}/edit/${id}`, over, { id: String(id) }),
    remove: async (section: string, id: number | string) =>
      staff.post(await load("delete-record.tsx"), `/admin/${section}/delete/${id}`, {}, { id: String(id) }),
  };
}
