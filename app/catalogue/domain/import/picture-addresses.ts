const LOCAL =
  /^(?:localhost|[^.]+|.+\.local|127(?:\.\d+){3}|0\.0\.0\.0|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2})$/;

/** Warning about an export's picture addresses; null if public. */
export function pictureAddressNote(publicUrl: string): string | null {
  const { hostname, origin } = new URL(publicUrl);
  if (!LOCAL.test(hostname)) return null;
  return `The export names pictures by this shop's address, ${origin}. A shop on another network does not find them there: set PUBLIC_URL to the address of this shop first.`;
}
