import { isRouteErrorResponse, Link, useLocation } from "react-router";
import { isLostConnection } from "#app/kit/lost-connection.ts";
import * as texts from "#texts/frame/errors.ts";
import { RequestId } from "#app/frame/error-view.tsx";
import { buttonClass } from "#app/kit/button.tsx";
import { useLiveData } from "#app/orders/ui/staff/alerts/order-feed.tsx";
import { textOf } from "#app/values/narrow.ts";

/**
 * The error view inside the staff frame: the fixed titles and a link. A page that only lost its connection recovers with the next
 * successful poll.
 */
export function StaffErrorView({ error, homePath }: { readonly error: unknown; readonly homePath: string }) {
  const { pathname, search } = useLocation();
  if (isLostConnection(error)) return <Disconnected />;
  const isAnswer = isRouteErrorResponse(error);
  const isMissing = isAnswer && error.status === 404;
  const title = isMissing ? texts.pageNotFoundTitle : texts.serverErrorTitle;
  const thrown = error instanceof Error ? error.message : undefined;
  const errorMessage = isAnswer ? textOf(error.data, "message") : thrown;
  return (
    <div className="mx-auto grid max-w-[560px] gap-4 py-12">
      <title>{title}</title>
      <p className="figures font-display text-xl font-semibold text-ink-2">{isAnswer ? error.status : 500}</p>
      <h1 className="text-3xl">{title}</h1>
      <p className="text-base wrap-anywhere">{errorMessage ?? (isMissing ? texts.pageNotFound(pathname) : texts.somethingWentWrong)}</p>
      <RequestId error={error} />
      <p className="flex flex-wrap gap-3">
        {isMissing ? null : (
          <a href={pathname + search} className={buttonClass({ size: "desk" })}>
            Try again
          </a>
        )}
        <Link to={homePath} className={buttonClass({ look: "outline", size: "desk" })}>
          Back to the start
        </Link>
      </p>
    </div>
  );
}

function Disconnected() {
  useLiveData();
  return (
    <div className="mx-auto grid max-w-[560px] gap-3 py-12" role="status">
      <title>Not connected</title>
      <h1 className="text-3xl">Not connected</h1>
      <p className="text-base">The shop cannot be reached from this device right now. This page comes back by itself.</p>
    </div>
  );
}
