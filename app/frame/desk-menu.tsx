import * as texts from "#texts/frame/page-frame.ts";
import { ChevronDownIcon } from "lucide-react";
import type { ReactNode } from "react";
import { fitMenu } from "#app/content/domain/menu-fit.ts";
import type { ShownItem } from "#app/content/domain/shown-menu.ts";
import { MenuLink } from "./menu-link.tsx";

interface DeskMenuProps {
  readonly appName: string;
  readonly menu: readonly ShownItem[];
}

/** The top menu on a wide screen: the items that fit, and the others below "More". */
export function DeskMenu({ appName, menu }: DeskMenuProps) {
  const fit = fitMenu(appName, menu);
  return (
    <ul className="flex items-center gap-1">
      {menu.slice(0, fit.wide).map((item, place) => (
        <li key={place} className={`relative whitespace-nowrap ${place < fit.desk ? "" : "max-xl:hidden"}`}>
          <DeskItem item={item} />
        </li>
      ))}
      {fit.desk === menu.length ? null : (
        <li className={`relative ${fit.wide === menu.length ? "xl:hidden" : ""}`}>
          <Folded label={texts.more}>
            {menu.slice(fit.desk).map((item, place) => (
              <DeskChild key={place} item={item} depth={0} className={fit.desk + place < fit.wide ? "xl:hidden" : ""} />
            ))}
          </Folded>
        </li>
      )}
    </ul>
  );
}

function DeskItem({ item }: { readonly item: ShownItem }) {
  if (item.children === undefined) return <MenuLink item={item} className="bar-link" />;
  return (
    <Folded label={item.text}>
      {item.to === undefined && item.href === undefined ? null : (
        <li>
          <MenuLink item={item} className="bar-link" />
        </li>
      )}
      {item.children.map((child, at) => (
        <DeskChild key={at} item={child} depth={0} />
      ))}
    </Folded>
  );
}

function Folded({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <details className="group" name="top-menu">
      <summary className="bar-link list-none gap-1">
        {label}
        <ChevronDownIcon aria-hidden className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="bar-menu max-h-[calc(100dvh-5rem)] overflow-y-auto whitespace-normal">{children}</ul>
    </details>
  );
}

export const MENU_INDENT = ["pl-3", "pl-7", "pl-11", "pl-15"] as const;

function DeskChild({ item, depth, className = "" }: { readonly item: ShownItem; readonly depth: number; readonly className?: string }) {
  return (
    <li className={className}>
      <MenuLink item={item} className={`bar-child ${MENU_INDENT[depth] ?? "pl-15"}`} />
      {item.children === undefined ? null : (
        <ul>
          {item.children.map((child, place) => (
            <DeskChild key={place} item={child} depth={depth + 1} />
          ))}
        </ul>
      )}
    </li>
  );
}
