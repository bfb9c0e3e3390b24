import { LANGUAGE } from "#texts/language.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { shopImageUrl } from "#app/store/domain/look/look.ts";
import { paletteOf } from "#app/store/domain/look/palette.ts";
import { servicesContext } from "#app/http/context.server.ts";
import type { Route } from "./+types/manifest";

/** The shop's own icon replaces a file of /icons. */
const OWN_ICONS = { "app-192": "icon-192", "app-512": "icon-512", "app-maskable-512": "maskable-512" } as const;

/** GET /manifest.webmanifest: lets visitors install the shop on a phone's home screen. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { APP_NAME: name, SHOP_ICON: base, ACCENT_COLOR: accent } = await readSettings(db);
  const icon = (file: keyof typeof OWN_ICONS, size: number, purpose = "any") => ({
    src: base === "" ? `/icons/${file}.png` : shopImageUrl(OWN_ICONS[file], base),
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  const manifest = {
    id: "/",
    name,
    // The phone truncates the name if needed; a single word ("Mill") would be a different name.
    short_name: name,
    start_url: "/",
    scope: "/",
    display: "standalone",
    lang: LANGUAGE,
    background_color: "#f3f5f0",
    theme_color: paletteOf(accent).primary,
    icons: [icon("app-192", 192), icon("app-512", 512), icon("app-maskable-512", 512, "maskable")],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" },
  });
}
