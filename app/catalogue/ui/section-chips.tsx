import { useEffect, useState } from "react";
import { sectionId, type MenuSectionView } from "./menu-section.tsx";

/** The page's sections as a sticky strip below the top bar, with the visible one marked. Plain anchors, so it works without scripts. */
export function SectionChips({ sections, label }: { sections: readonly Pick<MenuSectionView, "id" | "name">[]; label: string }) {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) if (isIntersecting) setCurrent(target.id);
      },
      // A thin band below the strip: the section that crosses it is the one being read.
      { rootMargin: "-120px 0px -75% 0px" },
    );
    for (const section of sections) {
      const element = document.getElementById(sectionId(section.id));
      if (element !== null) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [sections]);
  useEffect(() => {
    const chip = current === null ? null : document.querySelector<HTMLElement>(`[data-section="${current}"]`);
    const list = chip?.closest("ul");
    if (chip != null && list != null) list.scrollLeft = chip.offsetLeft - (list.clientWidth - chip.offsetWidth) / 2;
  }, [current]);
  return (
    <nav aria-label={label} className="sticky top-16 z-20 border-b border-hairline bg-canvas">
      <ul className="relative mx-auto flex max-w-[1200px] gap-1 overflow-x-auto px-4 [scrollbar-width:none]">
        {sections.map((section) => {
          const id = sectionId(section.id);
          const isCurrent = id === current;
          return (
            <li key={section.id} className="shrink-0">
              <a
                href={`#${id}`}
                data-section={id}
                aria-current={isCurrent ? "true" : undefined}
                className={`chip ${isCurrent ? "border-primary font-semibold text-primary" : "chip-other"}`}
              >
                {section.name}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
