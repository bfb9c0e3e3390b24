import type { Plugin } from "vite";

const WIDE = /[\u0080-\uffff]/g;

/**
 * Writes signs beyond ASCII (accents, dashes, quotes, drawings) in the server's files as escapes. V8 keeps a file's text for as long as its functions may be
 * compiled, and a single such sign makes Node read it with two bytes for each of the four million others.
 */
export function narrowText(): Plugin {
  return {
    name: "shopbell-narrow-text",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "ssr",
    // Last of all: whoever prints a chunk anew afterwards writes the signs themselves again.
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) if (chunk.type === "chunk") chunk.code = narrow(chunk.code, chunk.fileName);
      },
    },
  };
}

function narrow(code: string, fileName: string): string {
  if (/\\[\u0080-\uffff]|String\.raw`[^`]*[\u0080-\uffff]/.test(code))
    throw new Error(`${fileName} has a sign that cannot be written as an escape`);
  return code.replaceAll(WIDE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
