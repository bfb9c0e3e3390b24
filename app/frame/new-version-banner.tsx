import { messages } from "#app/values/messages.ts";
import { useAppVersion } from "./use-app-version.ts";
import { useStoredPageReload } from "./use-stored-page-reload.ts";
import { Button } from "#app/kit/button.tsx";

/** 'New version of app is available.' with 'Reload now'. */
export function NewVersionBanner() {
  useStoredPageReload();
  const isOutdated = useAppVersion();
  return (
    <div role="status" className="fixed inset-x-0 bottom-0 z-50 print:hidden">
      {isOutdated ? (
        <div className="flex flex-wrap items-center justify-center gap-3 bg-harbour px-4 py-2 text-white">
          <p>{messages.newVersion}</p>
          <Button look="outline" size="desk" onClick={() => location.reload()}>
            {messages.reloadNow}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
