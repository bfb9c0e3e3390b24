import { readSettings } from "#app/store/data/site-settings.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import type { Route } from "./+types/manifest";

/** On a phone's start screen about this much of a name fits. */
const SHORT_NAME = 12;

/** GET /manifest.webmanifest: the shop as something that can be put on a phone's start screen. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { APP_NAME: name } = await readSettings(db);
  const icon = (file: string, size: number, purpose = "any") => ({
    src: `/icons/${file}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  const manifest = {
    id: "/",
    name,
    short_name: name.length <= SHORT_NAME ? name : (name.split(" ")[0] ?? name),
    start_url: "/",
    scope: "/",
    display: "standalone",
    lang: "en",
    background_color: "#f3f5f0",
    theme_color: "#0e5a45",
    icons: [icon("app-192", 192), icon("app-512", 512), icon("app-maskable-512", 512, "maskable")],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" },
  });
}
