import { preload } from "react-dom";
import { useRouteLoaderData } from "react-router";
import { formatSrcSet, pictureSources, pictureUrl, type Picture } from "#app/media/domain/picture.ts";

interface PictureFrameProps {
  readonly picture: Picture | null;
  /** The colour of the tile for a missing picture. */
  readonly hue: number;
  readonly name: string;
  /** The `sizes` attribute. */
  readonly sizes: string;
  /** The first picture of a page is preloaded; the others load lazily. */
  readonly isFirst?: boolean;
  /** "" next to text that says the same; left out = the picture's own alt text. */
  readonly alt?: string;
  readonly className?: string;
}

/**
 * A 4:3 picture in the best format and size for the browser; without one, the initial on a tile of the category's hue. The box never
 * changes its size.
 */
export function PictureFrame({ picture, hue, name, sizes, isFirst = false, alt, className = "" }: PictureFrameProps) {
  if (picture?.widths.jpeg === undefined) return <InitialTile name={name} hue={hue} className={className} />;
  return <PictureBox {...{ picture, width: 640, sizes, isFirst, alt: alt ?? picture.alt }} className={`picture-box ${className}`} />;
}

interface PictureBoxProps {
  readonly picture: Picture;
  /** In pixels, for browsers that do not use `sizes`. */
  readonly width: number;
  readonly sizes: string;
  readonly isFirst: boolean;
  readonly alt: string;
  readonly className: string;
}

/** A box filled by a picture in the best format and size for the browser; the focal point stays visible. */
export function PictureBox({ picture, width, sizes, isFirst, alt, className }: PictureBoxProps) {
  const base = useRouteLoaderData<{ readonly mediaPublicUrl?: string }>("root")?.mediaPublicUrl;
  const sources = pictureSources(picture, base);
  const source = pictureUrl(picture, width, base) ?? undefined;
  const [best] = sources;
  // Preloaded in the head: an image in the body would wait for a connection behind all earlier scripts.
  if (isFirst && source !== undefined && best !== undefined) {
    preload(source, { as: "image", type: best.type, imageSrcSet: best.srcSet, imageSizes: sizes, fetchPriority: "high" });
  }
  // Only browsers from 2020 or earlier support none of those formats: one size is enough for them, and saves half of the picture's markup.
  const jpegs = sources.length === 0 ? { srcSet: formatSrcSet(picture, "jpeg", base), sizes } : {};
  return (
    <picture className={className} style={{ background: picture.background }}>
      {sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        src={source}
        {...jpegs}
        width={picture.width}
        height={picture.height}
        alt={alt}
        loading={isFirst ? "eager" : "lazy"}
        fetchPriority={isFirst ? "high" : undefined}
        decoding={isFirst ? "sync" : "async"}
        className="picture"
        style={{ objectPosition: picture.focus }}
      />
    </picture>
  );
}

function InitialTile({ name, hue, className }: { name: string; hue: number; className: string }) {
  const initial = Array.from(name.trim())[0]?.toUpperCase() ?? "";
  return (
    <span
      aria-hidden
      className={`grid aspect-[4/3] place-items-center overflow-hidden font-display text-4xl font-bold select-none ${className}`}
      style={{ backgroundColor: `hsl(${hue} 42% 86%)`, color: `hsl(${hue} 50% 26%)` }}
    >
      {initial}
    </span>
  );
}
