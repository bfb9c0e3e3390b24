import { LRUCache } from "lru-cache";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { SHOP_IMAGES, shopImage } from "#app/media/gateway/shop-image.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { hasKey } from "#app/values/narrow.ts";
import type { Route } from "./+types/shop-image";

/** Generated once per process; a new picture has another base. */
const made = new LRUCache<string, Uint8Array>({ max: 20 });

/** GET /shop-image/:name: the logo and the icon as PNG. Addresses contain the picture's base, so they are immutable. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { name } = params;
  if (!hasKey(SHOP_IMAGES, name)) throw notFound(request);
  const { db, media } = context.get(servicesContext);
  const base = (await readSettings(db))[SHOP_IMAGES[name].of];
  const key = `${name} ${base}`;
  const cachedImage = made.get(key);
  const picture = base === "" || cachedImage !== undefined ? null : await media.read(`${base}.webp`);
  if (cachedImage === undefined && picture === null) throw notFound(request);
  const image = cachedImage ?? (await shopImage(picture ?? new Uint8Array(), name));
  made.set(key, image);
  return new Response(new Uint8Array(image), {
    headers: {
      "Content-Type": "image/png",
      "Content-Length": String(image.byteLength),
      "Cache-Control": new URL(request.url).searchParams.get("v") === base ? "public, max-age=31536000, immutable" : "public, max-age=300",
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}
