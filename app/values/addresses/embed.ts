/** Content of another site that a page loads after a click. */
export interface Embed {
  /** "YouTube" */
  readonly provider: string;
  /** Address of the frame; begins with one of EMBED_FRAMES. */
  readonly frame: string;
  /** Address to open instead; `parseEmbed` of it is this embed again. */
  readonly href: string;
}

/** Sources of frames for the content security policy. Nothing is requested from these sites before the click. */
export const EMBED_FRAMES = [
  "https://www.youtube-nocookie.com/embed/",
  "https://player.vimeo.com/video/",
  "https://www.google.com/maps",
  "https://www.openstreetmap.org/export/embed.html",
] as const;

/** The providers' names, for hints next to an address field. */
export const EMBED_PROVIDERS = ["YouTube", "Vimeo", "Google Maps", "OpenStreetMap"] as const;

/** Parses an address or the embed code of such a site; null for anything else. */
export function parseEmbed(text: string): Embed | null {
  const source = /<iframe\s[^>]*\bsrc="([^"]{1,4000})"/i.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? text.trim();
  const url = URL.parse(source);
  if (url === null || url.protocol !== "https:" || url.username !== "" || url.port !== "") return null;
  const host = url.hostname.replace(/^(?:www|m)\./, "");
  switch (host) {
    case "youtu.be":
      return youTube(url.pathname.slice(1));
    case "youtube.com":
    case "youtube-nocookie.com":
      return youTube(url.searchParams.get("v") ?? /^\/(?:embed|shorts|live)\/([^/]+)/.exec(url.pathname)?.[1] ?? "");
    case "vimeo.com":
      return vimeo(/^\/(\d{1,12})(?:\/([0-9a-f]{6,20}))?\/?$/.exec(url.pathname));
    case "player.vimeo.com":
      return vimeo(/^\/video\/(\d{1,12})\/?$/.exec(url.pathname), url.searchParams.get("h") ?? undefined);
    case "google.com":
    case "maps.google.com":
      return googleMaps(url);
    case "openstreetmap.org":
      return openStreetMap(url);
    default:
      return null;
  }
}

function youTube(id: string): Embed | null {
  if (!/^[\w-]{11}$/.test(id)) return null;
  return {
    provider: "YouTube",
    frame: `https://www.youtube-nocookie.com/embed/${id}`,
    href: `https://www.youtube.com/watch?v=${id}`,
  };
}

function vimeo(found: RegExpExecArray | null, key = found?.[2]): Embed | null {
  const id = found?.[1];
  if (id === undefined || (key !== undefined && !/^[0-9a-f]{6,20}$/.test(key))) return null;
  return {
    provider: "Vimeo",
    frame: `https://player.vimeo.com/video/${id}?dnt=1${key === undefined ? "" : `&h=${key}`}`,
    href: `https://vimeo.com/${id}${key === undefined ? "" : `/${key}`}`,
  };
}

/** A place by its name or coordinates, from a search address, a place address or an embed code. */
function googleMaps(url: URL): Embed | null {
  if (url.hostname !== "maps.google.com" && !url.pathname.startsWith("/maps")) return null;
  const copied = url.searchParams.get("pb") ?? "";
  const named = /!2s((?!0x)[^!]+)/.exec(copied)?.[1];
  const [longitude, latitude] = [/!2d(-?[\d.]+)/.exec(copied)?.[1], /!3d(-?[\d.]+)/.exec(copied)?.[1]];
  const spot = longitude === undefined || latitude === undefined ? undefined : `${latitude},${longitude}`;
  const inPath = /^\/maps\/place\/([^/]{1,300})/.exec(url.pathname)?.[1];
  const place = url.searchParams.get("q") ?? url.searchParams.get("query") ?? spoken(inPath) ?? spoken(named) ?? spot ?? "";
  if (place.trim() === "" || place.length > 300) return null;
  const query = encodeURIComponent(place.trim());
  return {
    provider: "Google Maps",
    frame: `https://www.google.com/maps?q=${query}&output=embed`,
    href: `https://www.google.com/maps/search/?api=1&query=${query}`,
  };
}

function spoken(part: string | undefined): string | undefined {
  if (part === undefined) return undefined;
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function openStreetMap(url: URL): Embed | null {
  const box = url.searchParams.get("bbox") ?? "";
  const marker = url.searchParams.get("marker");
  if (url.pathname !== "/export/embed.html" || !/^-?[\d.]+(?:,-?[\d.]+){3}$/.test(box)) return null;
  if (marker !== null && !/^-?[\d.]+,-?[\d.]+$/.test(marker)) return null;
  const address = `https://www.openstreetmap.org/export/embed.html?bbox=${box}&layer=mapnik${marker === null ? "" : `&marker=${marker}`}`;
  return { provider: "OpenStreetMap", frame: address, href: address };
}
