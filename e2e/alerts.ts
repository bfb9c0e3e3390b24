import type { Page } from "@playwright/test";

/** Everything a staff page has shown and played. The list grows, also across reloads. */
export interface RecordedAlerts {
  /** Titles of browser notifications, in order. */
  readonly notifications: readonly string[];
  /** Paths of sounds that started with their volume. */
  readonly sounds: readonly { readonly path: string; readonly volume: number; readonly isHeard: boolean }[];
}

interface Options {
  /** The browser's response to the first permission request. */
  readonly permission: "granted" | "default" | "denied";
  /** "after-press": like browsers, silent until the user has clicked something on the page. */
  readonly sound?: "always" | "after-press";
}

declare global {
  interface Window {
    recordNotification(title: string): void;
    recordSound(path: string, volume: number, isHeard: boolean): void;
    lastNotification: { onclick: (() => void) | null; onclose: (() => void) | null } | undefined;
  }
}

/** Replaces the browser's notifications and audio with a recorder. Call it before the first page is opened. */
export async function recordAlerts(page: Page, { permission, sound = "always" }: Options): Promise<RecordedAlerts> {
  const notifications: string[] = [];
  const sounds: { path: string; volume: number; isHeard: boolean }[] = [];
  await page.exposeFunction("recordNotification", (title: string) => void notifications.push(title));
  await page.exposeFunction("recordSound", (path: string, volume: number, isHeard: boolean) => void sounds.push({ path, volume, isHeard }));
  await page.addInitScript(
    (options) => {
      class RecordedNotification {
        static permission = options.permission;
        static requestPermission(): Promise<string> {
          if (RecordedNotification.permission === "default") RecordedNotification.permission = "granted";
          return Promise.resolve(RecordedNotification.permission);
        }
        onclick: (() => void) | null = null;
        onclose: (() => void) | null = null;
        constructor(title: string) {
          window.lastNotification = this;
          window.recordNotification(title);
        }
        close(): void {
          this.onclose?.();
        }
      }
      Object.defineProperty(window, "Notification", { value: RecordedNotification, configurable: true });
      // Not navigator.userActivation: a test's evaluate calls count as a gesture there.
      let isPressed = false;
      window.addEventListener("pointerdown", () => (isPressed = true), { capture: true });
      HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
        const isHeard = options.sound === "always" || isPressed;
        window.recordSound(new URL(this.src).pathname, this.volume, isHeard);
        return isHeard ? Promise.resolve() : Promise.reject(new DOMException("play() needs a gesture", "NotAllowedError"));
      };
    },
    { permission, sound },
  );
  return { notifications, sounds };
}
