import { readProductStations } from "#app/catalogue/data/product-stations.server.ts";
import { KITCHEN } from "#app/orders/domain/counter/kitchen-stations.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { kitchenStations } from "#app/store/domain/settings.ts";

/** The station per product; unknown station names mean the kitchen. */
export async function readStations(db: Db, productIds: readonly number[]): Promise<Readonly<Record<string, string>>> {
  const stations = kitchenStations((await readSettings(db)).KITCHEN_STATIONS);
  const found = [...(await readProductStations(db, productIds))].filter(([, station]) => stations.includes(station));
  return Object.fromEntries(found);
}

/** Whether a text names a station of this shop. */
export function isStation(name: string, text: string): boolean {
  return name === KITCHEN || kitchenStations(text).includes(name);
}
