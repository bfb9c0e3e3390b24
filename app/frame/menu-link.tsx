import * as texts from "#texts/frame/page-frame.ts";
import type { ShownItem } from "#app/content/domain/shown-menu.ts";
import { Link } from "react-router";

/** A menu item by the link rule (content/domain/menu.ts): internal route, external anchor (in a new tab if set), or plain text. */
export function MenuLink({ item: { text, to, href, newTab = false }, className }: { item: ShownItem; className?: string }) {
  if (to !== undefined) {
    return (
      <Link to={to} className={className} prefetch="intent">
        {text}
      </Link>
    );
  }
  if (href === undefined) return <span className={className}>{text}</span>;
  return (
    <a href={href} className={className} {...(newTab ? { target: "_blank", rel: "noopener noreferrer" } : {})}>
      {text}
      {newTab ? <span className="sr-only">{` ${texts.opensInNewTab}`}</span> : null}
    </a>
  );
}
