import { isRouteErrorResponse, Link, useLocation } from "react-router";
import { messages } from "#app/domain/messages.ts";
import { buttonClass } from "#app/ui/primitives/button.tsx";

/** The error view inside the staff frame: the titles of specification section 8, and a way on. */
export function AdminErrorView({ error, homePath }: { readonly error: unknown; readonly homePath: string }) {
  const { pathname, search } = useLocation();
  const isAnswer = isRouteErrorResponse(error);
  const isMissing = isAnswer && error.status === 404;
  const title = isMissing ? messages.pageNotFoundTitle : messages.serverErrorTitle;
  const said = isAnswer ? (error.data as { message?: string } | null)?.message : error instanceof Error ? error.message : undefined;
  return (
    <div className="mx-auto grid max-w-[560px] gap-4 py-12">
      <title>{title}</title>
      <p className="figures font-display text-xl font-semibold text-ink-2">{isAnswer ? error.status : 500}</p>
      <h1 className="text-3xl">{title}</h1>
      <p className="text-base wrap-anywhere">
        {said ?? (isMissing ? messages.pageNotFound(pathname) : "Something went wrong on our side.")}
      </p>
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
