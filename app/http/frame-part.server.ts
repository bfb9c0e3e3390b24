import { findMenu } from "#app/content/data/menus.server.ts";
import type { MenuContents, MenuName } from "#app/content/domain/menu.ts";
import { DEFAULT_SETTINGS, SETTING_KEYS, type Settings } from "#app/store/domain/settings.ts";
import { listBrokenSettings, readSettings } from "#app/store/data/site-settings.server.ts";
import type { Services } from "./context.server.ts";
import { unavailability } from "./answers/problem.server.ts";

/* The page frame (menus, hours, banner, counts) never fails the page. An unreadable part stays empty and is logged once. */

type FrameServices = Pick<Services, "db" | "log">;

/** Logged errors by part, per log. */
const logged = new WeakMap<Services["log"], Map<string, string>>();

/** Loads a part of the frame, or `fallback` on error. Rethrows if the database is unavailable: the page then returns 503. */
export async function framePart<T>({ log }: FrameServices, part: string, load: () => Promise<T> | T, fallback: T): Promise<T> {
  try {
    const value = await load();
    logged.get(log)?.delete(part);
    return value;
  } catch (error) {
    if (unavailability(error) !== undefined) throw error;
    logFault(log, part, error);
    return fallback;
  }
}

/** Settings for the frame; unreadable values are defaults. */
export function readFrameSettings(services: FrameServices): Promise<Settings> {
  return framePart(
    services,
    "settings",
    async () => {
      const [settings, broken] = await Promise.all([readSettings(services.db), listBrokenSettings(services.db)]);
      for (const key of SETTING_KEYS) if (!broken.includes(key)) logged.get(services.log)?.delete(`setting ${key}`);
      for (const key of broken)
        logFault(services.log, `setting ${key}`, new Error("the stored value does not have the shape of this setting"));
      return settings;
    },
    DEFAULT_SETTINGS,
  );
}

/** A menu of the frame, empty if never saved. Use inside `framePart`. */
export async function readFrameMenu<Name extends MenuName>(db: Services["db"], name: Name): Promise<MenuContents[Name]> {
  const menu = await findMenu(db, name);
  if (menu?.isBroken === true) throw new Error("the stored menu does not have the shape of a menu");
  return menu?.items ?? [];
}

function logFault(log: Services["log"], part: string, error: unknown): void {
  const faults = logged.get(log) ?? new Map<string, string>();
  logged.set(log, faults);
  const text = String(error);
  if (faults.get(part) === text) return;
  faults.set(part, text);
  log.error({ err: error, part }, "a part of the page frame cannot be read and is left empty");
}
