import { LANGUAGE } from "#texts/language.ts";
import * as texts from "#texts/frame/offline.ts";

/** A script that gives the service worker (public/sw.js) its texts: it is no part of the build, and imports nothing. `{seen}` and `{telephone}` are filled in there. */
export function workerTexts(): string {
  const { call, seenBefore, ...constants } = texts;
  return `self.TEXTS = ${JSON.stringify({ language: LANGUAGE, ...constants, call: call("{telephone}"), seenBefore: seenBefore("{seen}") })};\n`;
}
