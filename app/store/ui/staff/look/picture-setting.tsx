import { useState } from "react";
import { Button } from "#app/kit/button.tsx";
import { announce } from "#app/kit/focus/announcer.tsx";
import { CONTROL_CLASS, type ControlProps } from "#app/kit/forms/control.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { HitCombobox } from "#app/kit/pickers/hit-combobox.tsx";
import type { Hit } from "#app/kit/pickers/hit.ts";
import { DropZone } from "#app/media/ui/staff/drop-zone.tsx";
import { UploadRows } from "#app/media/ui/staff/upload-rows.tsx";
import { useUploads } from "#app/media/ui/staff/use-uploads.ts";
import { mediaUrl } from "#app/media/domain/picture.ts";

interface PictureSettingProps extends ControlProps {
  readonly label: string;
}

/** A picture of the shop's look: found by name, or uploaded inline. The field's value is its base. */
export function PictureSetting({ label, id, name, value, onChange, ...aria }: PictureSettingProps) {
  const isClient = useIsClient();
  const [isWaiting, setWaiting] = useState(false);
  const pick = (hit: Hit) => {
    if (hit.base === undefined) return;
    setWaiting(false);
    onChange(hit.base);
    announce(`${label} chosen`);
  };
  const list = useUploads({
    onStored: ({ hit }) => {
      setWaiting(hit.base === undefined);
      pick(hit);
    },
    onSettled: ({ hit }) => pick(hit),
  });
  if (!isClient) return <input id={id} name={name} defaultValue={value} className={CONTROL_CLASS} {...aria} />;
  return (
    <div className="grid gap-2">
      <input type="hidden" name={name} value={value} />
      {value === "" ? null : (
        <div className="flex flex-wrap items-center gap-3">
          <img
            src={mediaUrl(`${value}.webp`)}
            alt={label}
            className="h-16 max-w-full rounded border border-hairline bg-surface object-contain p-2"
          />
          <Button
            look="outline"
            size="desk"
            onClick={() => {
              onChange("");
              announce(`${label} removed`);
            }}
          >
            Remove<span className="sr-only"> {label}</span>
          </Button>
        </div>
      )}
      <HitCombobox {...aria} id={id} kind="media" taken={[]} placeholder="Search pictures" onPick={pick} />
      <DropZone onFiles={list.add} choose="Upload a picture" isMany={false}>
        <span className="max-sm:hidden">or drop it here</span>
      </DropZone>
      <UploadRows list={list} />
      {isWaiting ? <p className="text-sm text-ink-2">The sizes are being made. It is chosen in a moment.</p> : null}
    </div>
  );
}
