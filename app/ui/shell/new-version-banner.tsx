import { messages } from "#app/domain/messages.ts";
import { useAppVersion } from "#app/ui/hooks/use-app-version.ts";
import { useStoredPageReload } from "#app/ui/hooks/use-stored-page-reload.ts";
import { Button } from "#app/ui/primitives/button.tsx";

/** 'New version of app is available.' with 'Reload now' (specification section 2). */
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
