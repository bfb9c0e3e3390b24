import { RotateCwIcon } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { Link } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { announce } from "#app/kit/focus/announcer.tsx";
import { RemoveButton } from "#app/kit/remove-button.tsx";
import { AltWords } from "./alt-words.tsx";
import type { Upload, useUploads } from "./use-uploads.ts";

interface UploadRowsProps {
  readonly list: ReturnType<typeof useUploads>;
  /** Prompts for the alt text of each new picture. */
  readonly isAsking?: boolean;
}

/** The uploads, file by file: progress, preview and errors. */
export function UploadRows({ list, isAsking = true }: UploadRowsProps) {
  const { uploads, isBusy } = list;
  const tell = useEffectEvent(() => {
    const done = uploads.filter(({ step }) => step === "done").length;
    const failed = uploads.filter(({ step }) => step === "failed").length;
    if (uploads.length > 0) announce(`${done} uploaded${failed === 0 ? "" : `, ${failed} failed`}`);
  });
  // Not when an upload is removed from the list.
  useEffect(() => {
    if (!isBusy) tell();
  }, [isBusy]);
  if (uploads.length === 0) return null;
  return (
    <ul aria-label="Uploads" className="divide-y divide-hairline border-y border-hairline">
      {uploads.map((upload) => (
        <li key={upload.key} className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 py-2">
          <Thumbnail upload={upload} />
          <div className="grid min-w-0 gap-1">
            <p className="font-semibold wrap-anywhere">{upload.file.name}</p>
            <Story upload={upload} />
            {!isAsking || upload.picture === null || upload.picture.isDuplicate ? null : (
              <AltWords key={upload.picture.hit.id} picture={upload.picture} onKnown={list.know} />
            )}
          </div>
          <div className="flex">
            {upload.step === "failed" && !upload.isRefused ? (
              <Button look="outline" size="desk" aria-label={`Try again: ${upload.file.name}`} onClick={() => list.retry(upload.key)}>
                <RotateCwIcon aria-hidden className="size-4" /> <span className="max-sm:sr-only">Try again</span>
              </Button>
            ) : null}
            {upload.step === "sending" ? null : (
              <RemoveButton
                label={`Remove ${upload.file.name} from this list`}
                announcement={`${upload.file.name} removed from this list`}
                onRemove={() => list.drop(upload.key)}
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ upload: { picture } }: { readonly upload: Upload }) {
  if (picture === null || picture.hit.picture === null) return <span className="aspect-[4/3] w-16 rounded-tag bg-hairline" />;
  return <img src={picture.hit.picture} alt="" className="aspect-[4/3] w-16 rounded-tag object-cover" />;
}

function Story({ upload: { step, progress, message, picture, file } }: { readonly upload: Upload }) {
  if (step === "failed") {
    return (
      <p role="alert" className="font-semibold text-beet">
        <span className="sr-only">{file.name}: </span>
        {message}
      </p>
    );
  }
  if (step === "queued") return <p className="text-ink-2">Waits for its turn</p>;
  if (step === "sending") {
    return (
      <p className="flex items-center gap-2 text-ink-2">
        <progress value={progress} aria-label={`Upload of ${file.name}`} className="h-2 w-40 accent-primary" />
        <span className="figures">{Math.round(progress * 100)}%</span>
      </p>
    );
  }
  if (picture === null) return null;
  if (picture.isDuplicate) {
    return (
      <p>
        Here already as{" "}
        <Link to={picture.hit.to ?? "."} className="font-semibold text-primary underline underline-offset-2">
          {picture.hit.label}
        </Link>
        . Nothing was stored twice.
      </p>
    );
  }
  if (picture.state === "failed") return <p className="font-semibold text-beet">{picture.problem}</p>;
  return <p className="text-ink-2">{picture.state === "waiting" ? (picture.problem ?? "Uploaded. Being prepared …") : "Ready"}</p>;
}
