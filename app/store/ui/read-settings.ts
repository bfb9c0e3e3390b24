import type { PublicSettings } from "#app/store/domain/settings.ts";

/** The page's cached settings, or the pending request. */
let cached: { readonly at: number; readonly settings: Promise<PublicSettings | null> } | null = null;

/**
 * The public settings (GET /api/site-settings), cached for the whole page and fetched again when older than `maxAgeMs`. Null while the shop
 * cannot be reached.
 */
export async function readSiteSettings(maxAgeMs: number): Promise<PublicSettings | null> {
  const known = cached;
  if (known !== null && Date.now() - known.at < maxAgeMs) return known.settings;
  const call = { at: Date.now(), settings: fetchSettings() };
  cached = call;
  const settings = await call.settings;
  // A failed call is not cached.
  if (settings === null && cached === call) cached = null;
  return settings;
}

async function fetchSettings(): Promise<PublicSettings | null> {
  const response = await fetch("/api/site-settings", { cache: "no-store" }).catch(() => null);
  return response?.ok === true ? ((await response.json().catch(() => null)) as PublicSettings | null) : null;
}
