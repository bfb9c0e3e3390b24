import { servicesContext } from "#app/http/context.server.ts";
import type { Route } from "./+types/robots";

/** GET /robots.txt: allows customer pages, disallows carts and the staff area. */
export function loader({ context }: Route.LoaderArgs) {
  const { env } = context.get(servicesContext);
  const lines = [
    "User-agent: *",
    "Disallow: /admin",
    "Disallow: /api/",
    "Disallow: /cart",
    "Disallow: /checkout",
    "Disallow: /pay-order",
    "Disallow: /payment-complete",
    "",
    `Sitemap: ${env.publicUrl}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
