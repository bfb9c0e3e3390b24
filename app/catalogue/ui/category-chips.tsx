import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { CategorySummary } from "#app/catalogue/domain/category.ts";

/** Sibling categories as a sticky, scrollable strip with the current one marked. */
export function CategoryChips({
  categories,
  currentId,
  label,
  isOnDesk = true,
}: {
  categories: readonly Pick<CategorySummary, "id" | "name">[];
  /** null: shown on another page. */
  currentId: number | null;
  label: string;
  /** False if the top menu of wide screens shows the same. */
  isOnDesk?: boolean;
}) {
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const list = strip.current;
    const current = list?.querySelector<HTMLElement>(`[data-category="${currentId}"]`);
    if (list === null || current === null || current === undefined) return;
    // Horizontally only: scrollIntoView would scroll the page as well.
    list.scrollLeft = current.offsetLeft - (list.clientWidth - current.offsetWidth) / 2;
  }, [currentId]);
  return (
    <nav aria-label={label} className={`sticky top-16 z-20 border-b border-hairline bg-canvas ${isOnDesk ? "" : "lg:hidden"}`}>
      <ul ref={strip} className="relative mx-auto flex max-w-[1200px] gap-1 overflow-x-auto px-4 [scrollbar-width:none]">
        {categories.map((category) => {
          const isCurrent = category.id === currentId;
          return (
            <li key={category.id} className="shrink-0">
              <Link
                to={`/${category.id}/products`}
                data-category={category.id}
                prefetch="intent"
                aria-current={isCurrent ? "page" : undefined}
                className={`chip ${isCurrent ? "border-primary font-semibold text-primary" : "chip-other"}`}
              >
                {category.name}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
