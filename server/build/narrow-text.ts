import type { Plugin } from "vite";

const WIDE = /[\u0100-\uffff]/g;

/**
 * Writes signs beyond Latin-1 (dashes, quotes, drawings) in the server's files as escapes. V8 keeps a file's text for as long as its functions may be
 * compiled, and a single such sign makes it take two bytes for each of the three million others.
 */
export function narrowText(): Plugin {
  return {
    name: "shopbell-narrow-text",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "ssr",
    renderChunk(code, { fileName }) {
      if (/\\[\u0100-\uffff]|String\.raw`[^`]*[\u0100-\uffff]/.test(code))
        throw new Error(`${fileName} has a sign that cannot be written as an escape`);
      return { code: code.replaceAll(WIDE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`), map: null };
    },
  };
}
