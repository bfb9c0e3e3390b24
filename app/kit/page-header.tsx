import { ChevronRightIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

export interface Crumb {
  readonly to: string;
  readonly label: string;
}

interface PageHeaderProps {
  readonly title: string;
  /** The pages above this one, the section first. */
  readonly trail?: readonly Crumb[];
  /** Word and dot next to the title. */
  readonly status?: ReactNode;
  /** The primary action and others on the right. */
  readonly children?: ReactNode;
  /** Secondary actions before it; on a phone they are in a separate row below the title. */
  readonly more?: ReactNode;
}

/** Breadcrumbs, title and actions. Also sets the document title. */
export function PageHeader({ title, trail = [], status, children, more }: PageHeaderProps) {
  return (
    <header className="mb-5">
      <title>{[title, ...trail.map((crumb) => crumb.label).toReversed()].join(" · ")}</title>
      {trail.length === 0 ? null : (
        <nav aria-label="Breadcrumbs" className="text-xs text-ink-2 max-sm:-mt-3">
          <ol className="flex flex-wrap items-center gap-1">
            {trail.map((crumb) => (
              <li key={crumb.to} className="flex items-center gap-1">
                <Link to={crumb.to} className="inline-flex min-h-6 items-center hover:text-ink hover:underline max-sm:min-h-11">
                  {crumb.label}
                </Link>
                <ChevronRightIcon aria-hidden className="size-3.5 text-field" />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-2">
        <div className="mr-auto flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h1 className="text-2xl wrap-anywhere">{title}</h1>
          {status}
        </div>
        {more === undefined ? null : <div className="flex flex-wrap items-center gap-2 max-sm:order-last max-sm:w-full">{more}</div>}
        {children === undefined ? null : <div className="flex flex-wrap items-center gap-2">{children}</div>}
      </div>
    </header>
  );
}
