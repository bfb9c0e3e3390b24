import * as texts from "#texts/frame/edge-bars.ts";
import { useEffect, useRef } from "react";
import { useLocation, useRevalidator } from "react-router";
import { useAppVersion } from "./use-app-version.ts";
import { useStoredPageReload } from "./use-stored-page-reload.ts";
import { Button } from "#app/kit/button.tsx";
import { reportLostConnection, useConnection, type Connection } from "#app/kit/connection.ts";
import { LOST_WORDS } from "#app/kit/lost-connection.ts";
import { useEdgeHeight } from "#app/kit/hooks/use-edge-height.ts";
import { useWhenBack } from "#app/kit/hooks/use-when-back.ts";

/** Messages at the bottom of every page: a lost connection, and 'New version of app is available.' Other bars are placed above it. */
export function EdgeBanners() {
  useStoredPageReload();
  const isOutdated = useAppVersion();
  useConnectionWatch();
  const isStaff = useLocation().pathname.startsWith("/admin/");
  const words = wordsFor(useConnection(), isStaff);
  const bars = useRef<HTMLDivElement>(null);
  useEdgeHeight(bars, "--bars");
  return (
    <div ref={bars} className="sticky bottom-0 z-50 print:hidden">
      <div role="status">{words === null ? null : <p className="bg-saffron px-4 py-2 text-center font-semibold text-ink">{words}</p>}</div>
      <div role="status">
        {isOutdated ? (
          <div className="flex flex-wrap items-center justify-center gap-3 bg-harbour px-4 py-2 text-white">
            <p>{texts.newVersion}</p>
            {/* A harbour focus ring would be invisible on harbour. */}
            <Button
              look="outline"
              size="desk"
              className="focus-visible:shadow-none focus-visible:outline-white"
              onClick={() => location.reload()}
            >
              {texts.reloadNow}
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}

function wordsFor(connection: Connection, isStaff: boolean): string | null {
  if (typeof connection === "object") return connection.busy;
  if (connection === "unsure") return LOST_WORDS;
  // The staff area has its own banner, which counts the seconds of a lost connection.
  return connection === "there" || isStaff ? null : texts.noConnection;
}

/** Reports the browser's offline event, too, and revalidates the page once the connection is back. */
function useConnectionWatch(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const onOffline = () => reportLostConnection();
    window.addEventListener("offline", onOffline);
    return () => window.removeEventListener("offline", onOffline);
  }, []);
  useWhenBack(() => void revalidate());
}
