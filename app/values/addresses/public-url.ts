/** Whether other machines can reach this address: https, and not localhost. */
export function isPublicUrl(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
