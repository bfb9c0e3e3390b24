/** A line's picture, or its initial. */
export function LinePicture({ name, url }: { readonly name: string; readonly url: string | null }) {
  if (url !== null)
    return (
      <img
        src={url}
        alt=""
        width={88}
        height={66}
        loading="lazy"
        decoding="async"
        className="aspect-4/3 w-full rounded-tag bg-canvas object-cover"
      />
    );
  return (
    <span
      aria-hidden
      className="grid aspect-4/3 w-full place-items-center rounded-tag bg-primary-tint font-display text-xl font-bold text-primary"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
