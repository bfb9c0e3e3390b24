import * as texts from "#texts/catalogue/product.ts";
import { useEffect, useRef, useState, type RefObject } from "react";
import type { ProductDetail } from "#app/catalogue/domain/product.ts";
import { PictureFrame } from "#app/media/ui/picture-frame.tsx";

type GalleryProps = Pick<ProductDetail, "pictures" | "hue" | "name">;

const LOOK = "sm:rounded sm:max-lg:aspect-video lg:max-h-[52dvh] lg:w-full";
const SIZES = "(min-width: 1200px) 640px, (min-width: 1024px) 55vw, 100vw";

/**
 * A single picture, or a strip of several: it can be swiped, scrolled with the arrow keys, or navigated by thumbnails. No script is needed.
 */
export function Gallery({ pictures, hue, name }: GalleryProps) {
  const [first = null, ...others] = pictures;
  if (others.length > 0) return <Strip pictures={pictures} hue={hue} name={name} />;
  return <PictureFrame hue={hue} name={name} picture={first} sizes={SIZES} isFirst className={`-mx-4 sm:mx-0 ${LOOK}`} />;
}

function Strip({ pictures, hue, name }: GalleryProps) {
  const strip = useRef<HTMLUListElement>(null);
  const shown = useShownIndex(strip);
  return (
    <section aria-label={texts.picturesOf(name)}>
      <ul
        ref={strip}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
        tabIndex={0}
        aria-label={texts.pictures(pictures.length)}
        className="-mx-4 flex snap-x snap-mandatory overflow-x-auto sm:mx-0 sm:rounded"
      >
        {pictures.map((picture, index) => (
          <li key={picture.base} id={`picture-${index + 1}`} className="w-full shrink-0 snap-start scroll-mt-24">
            <PictureFrame hue={hue} name={name} className={LOOK} picture={picture} sizes={SIZES} isFirst={index === 0} />
          </li>
        ))}
      </ul>
      <ul className="mt-3 flex flex-wrap gap-2">
        {pictures.map((picture, index) => (
          <li key={picture.base} className="w-16">
            <a
              href={`#picture-${index + 1}`}
              aria-label={texts.pictureOf(index + 1, pictures.length)}
              aria-current={index === shown ? "true" : undefined}
              className="block rounded border-2 border-transparent p-0.5 aria-[current]:border-ink"
            >
              <PictureFrame picture={picture} hue={hue} name={name} sizes="64px" alt="" className="rounded" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The index of the child that fills the strip; null before a script has measured it, so that nothing is marked wrongly. */
function useShownIndex(strip: RefObject<HTMLUListElement | null>): number | null {
  const [shown, setShown] = useState<number | null>(null);
  useEffect(() => {
    const list = strip.current;
    if (list === null) return;
    const items = [...list.children];
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) if (isIntersecting) setShown(items.indexOf(target));
      },
      { root: list, threshold: 0.6 },
    );
    for (const item of items) observer.observe(item);
    return () => observer.disconnect();
  }, [strip]);
  return shown;
}
