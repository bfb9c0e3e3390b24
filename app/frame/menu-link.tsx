import { Link } from "#app/kit/link.tsx";
import { itemHref, type MenuItem } from "#app/content/domain/menu.ts";

/** A menu item by the link rule (content/domain/menu.ts): internal route, external anchor (new tab when asked), or plain text. */
export function MenuLink({ item, className }: { item: MenuItem; className?: string }) {
  const target = itemHref(item);
  if (target === null) return <span className={className}>{item.text}</span>;
  if (target.kind === "internal") {
    return (
      <Link to={target.to} className={className} prefetch="intent">
        {item.text}
      </Link>
    );
  }
  return (
    <a href={target.href} className={className} {...(target.newTab ? { target: "_blank", rel: "noopener noreferrer" } : {})}>
      {item.text}
      {target.newTab ? <span className="sr-only"> (opens in a new tab)</span> : null}
    </a>
  );
}
