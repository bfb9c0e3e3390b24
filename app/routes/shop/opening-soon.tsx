import * as texts from "#texts/store/opening-soon.ts";
import { localAddressLines } from "#app/store/domain/delivery/store-address.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { readFrameSettings } from "#app/http/frame-part.server.ts";
import type { Route } from "./+types/opening-soon";

/** Not a route: it replaces every page, and is sent as is, without scripts. */
export const handle = { scripts: false };

/** The page for visitors until the owner opens the shop (server/edge/opening-soon.ts). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const settings = await readFrameSettings(context.get(servicesContext));
  if (!settings.OPENING_SOON) throw notFound(request);
  return {
    appName: settings.APP_NAME,
    telephone: settings.TELEPHONE,
    address: localAddressLines(settings),
  };
}

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "private, no-store" });

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: texts.pageTitle(loaderData?.appName ?? "") },
  { name: "robots", content: "noindex" },
];

export default function OpeningSoon({ loaderData }: Route.ComponentProps) {
  const { appName, telephone, address } = loaderData;
  return (
    <main id="main" className="mx-auto grid min-h-dvh max-w-[640px] content-center gap-8 px-4 py-16">
      <div className="ticket p-6 text-center sm:p-12">
        <p className="font-display text-2xl font-semibold wrap-anywhere">{appName}</p>
        <h1 className="mt-4 text-4xl sm:text-5xl">{texts.openingSoon}</h1>
        <p className="mt-4 text-lg text-ink-2">{texts.gettingReady}</p>
        {address.length === 0 && telephone === "" ? null : (
          <address className="cut mt-8 grid justify-items-center gap-1 pt-6 wrap-anywhere not-italic">
            {address.map((line) => (
              <span key={line}>{line}</span>
            ))}
            {telephone === "" ? null : (
              <a
                href={`tel:${telephone.replace(/[^+\d]/g, "")}`}
                className="figures inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-2"
              >
                {telephone}
              </a>
            )}
          </address>
        )}
      </div>
      <p className="text-center">
        <a href="/admin" className="inline-flex min-h-11 items-center text-ink-2 underline underline-offset-2">
          {texts.staffSignIn}
        </a>
      </p>
    </main>
  );
}
