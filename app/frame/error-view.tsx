import * as texts from "#texts/frame/errors.ts";
import { quoteRequestId } from "#texts/frame/request-id.tsx";
import { useEffect, useState } from "react";
import { isRouteErrorResponse, Link, useLocation } from "react-router";
import { SearchForm } from "#app/catalogue/ui/search-form.tsx";
import { Button, buttonClass } from "#app/kit/button.tsx";
import { reportLostConnection } from "#app/kit/connection.ts";
import { useWhenBack } from "#app/kit/hooks/use-when-back.ts";
import { isLostConnection } from "#app/kit/lost-connection.ts";
import { textOf } from "#app/values/narrow.ts";

/** The visible parts of an error: the fixed title, a readable message, and an id to quote. */
function describe(error: unknown): { status: number; title: string; message: string; requestId: string | null } {
  if (isRouteErrorResponse(error)) {
    const data: unknown = error.data;
    const message = typeof data === "string" ? data : (textOf(data, "message") ?? "");
    const requestId = textOf(data, "requestId") ?? null;
    const title = error.status === 404 ? texts.pageNotFoundTitle : texts.serverErrorTitle;
    return { status: error.status, title, message, requestId };
  }
  return { status: 500, title: texts.serverErrorTitle, message: error instanceof Error ? error.message : "", requestId: null };
}

/** The id of the failed request, to find it in the log; null if unknown. */
export function RequestId({ error }: { readonly error: unknown }) {
  const { requestId } = describe(error);
  return requestId === null ? null : (
    <p className="text-sm wrap-anywhere text-ink-2">{quoteRequestId(<span className="figures select-all">{requestId}</span>)}</p>
  );
}

/** The full-page error view, inside the shop's frame if that can be rendered. It always offers a link. */
export function ErrorView({ error, telephone = "" }: { readonly error: unknown; readonly telephone?: string }) {
  return isLostConnection(error) ? <Disconnected telephone={telephone} /> : <Failed error={error} />;
}

/** A navigation got no response. The telephone works without the network, and the page loads by itself once it can. */
function Disconnected({ telephone }: { readonly telephone: string }) {
  useEffect(() => reportLostConnection(), []);
  useWhenBack(() => location.reload());
  const [isKept, setKept] = useState(false);
  // The service worker (public/sw.js) answers a document request from its cache.
  useEffect(() => {
    if ("caches" in window) void caches.match(location.pathname + location.search).then((page) => setKept(page !== undefined));
  }, []);
  return (
    <main id="main" className="mx-auto grid min-h-[70dvh] max-w-[640px] content-center gap-6 px-4 py-16">
      <title>{texts.noConnection}</title>
      <div className="ticket p-6 sm:p-10" role="status">
        <h1 className="text-4xl">{texts.noConnection}</h1>
        <p className="mt-4 text-lg">{texts.couldNotLoad}</p>
        <div className="cut mt-8 flex flex-wrap gap-3 pt-6">
          <Button onClick={() => location.reload()}>{isKept ? texts.seeLastVersion : texts.tryAgain}</Button>
          {telephone === "" ? null : (
            <a href={`tel:${telephone}`} className={buttonClass({ look: "outline" })}>
              {texts.call(telephone)}
            </a>
          )}
        </div>
      </div>
    </main>
  );
}

function Failed({ error }: { readonly error: unknown }) {
  const { status, title, message } = describe(error);
  const location = useLocation();
  const isMissing = status === 404;
  const fallback = isMissing ? texts.pageNotFound(location.pathname) : texts.somethingWentWrong;
  return (
    <main id="main" className="mx-auto grid min-h-[70dvh] max-w-[640px] content-center gap-6 px-4 py-16">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className="ticket p-6 sm:p-10">
        <p className="figures font-display text-2xl font-semibold text-ink-2">{status}</p>
        <h1 className="mt-1 text-4xl">{title}</h1>
        <p className="mt-4 text-lg break-words">{message === "" ? fallback : message}</p>
        {isMissing ? <SearchForm className="mt-6 flex" /> : <p className="mt-2 text-ink-2">{texts.cartIsSafe}</p>}
        <div className="mt-2">
          <RequestId error={error} />
        </div>
        <div className="cut mt-8 flex flex-wrap gap-3 pt-6">
          {isMissing ? null : (
            <a href={location.pathname + location.search} className={buttonClass({})}>
              {texts.tryAgain}
            </a>
          )}
          <Link to="/" className={buttonClass({ look: "outline" })}>
            {texts.backToStart}
          </Link>
        </div>
      </div>
    </main>
  );
}
