import { UploadIcon } from "lucide-react";
import { useRef, useState, type DragEvent, type ReactNode } from "react";
import { Button } from "#app/kit/button.tsx";

export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/avif,image/gif,image/svg+xml";

interface DropZoneProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** "Choose pictures" */
  readonly choose: string;
  readonly isMany?: boolean;
  readonly children?: ReactNode;
}

/** A drop target for pictures, with a button to choose them. */
export function DropZone({ onFiles, choose, isMany = false, children }: DropZoneProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drag = (event: DragEvent, over: boolean) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(over);
  };
  return (
    // Dropping is an extra: the button does the same.
    <div
      role="none"
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        onFiles([...event.dataTransfer.files].slice(0, isMany ? undefined : 1));
      }}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-dashed px-4 py-3 ${isOver ? "border-primary bg-primary-tint" : "border-field bg-surface"}`}
    >
      <input
        ref={field}
        type="file"
        accept={PICTURE_TYPES}
        multiple={isMany}
        aria-label={choose}
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <Button look="outline" size="desk" className="max-md:min-h-11" onClick={() => field.current?.click()}>
        <UploadIcon aria-hidden className="size-4" /> {choose}
      </Button>
      <span className="text-ink-2">{children}</span>
    </div>
  );
}
