import { LANGUAGE } from "#texts/language.ts";
import * as texts from "#texts/frame/offline.ts";

/**
 * A script with the texts of the service worker (public/sw.js), which is not part of the build and imports nothing. The worker replaces
 * `{seen}` and `{telephone}`.
 */
export function workerTexts(): string {
  const { call, seenBefore, ...constants } = texts;
  return `self.TEXTS = ${JSON.stringify({ language: LANGUAGE, ...constants, call: call("{telephone}"), seenBefore: seenBefore("{seen}") })};\n`;
}
