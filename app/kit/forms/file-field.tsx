import { useEffect, useRef, useState, type ReactNode } from "react";
import { fileTooLarge } from "#app/values/file-size.ts";
import { FieldFrame } from "./field.tsx";

interface FileFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** Same as the HTML attribute. */
  readonly accept: string;
  /** Larger files are refused before they are sent. */
  readonly maxBytes: number;
  /** The server's refusal of the last file. A new object moves the focus to the field; choosing another file clears it. */
  readonly refusal: { readonly message: string } | null;
}

/** A field for one required file. Size and refusals are shown inline, and the chosen file stays chosen. */
export function FileField({ maxBytes, accept, refusal, ...frame }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState("");
  const [cleared, setCleared] = useState<FileFieldProps["refusal"]>(null);
  useEffect(() => {
    if (refusal !== null) input.current?.focus();
  }, [refusal]);
  const refused = refusal !== null && refusal !== cleared ? refusal.message : undefined;
  const error = tooLarge === "" ? refused : tooLarge;
  return (
    <FieldFrame {...frame} error={error}>
      {(control) => (
        <input
          {...control}
          ref={input}
          type="file"
          required
          accept={accept}
          onChange={({ currentTarget: field }) => {
            const isTooLarge = (field.files?.[0]?.size ?? 0) > maxBytes;
            const message = isTooLarge ? fileTooLarge(maxBytes) : "";
            // The browser then blocks the submit and focuses the field.
            field.setCustomValidity(message);
            setTooLarge(message);
            setCleared(refusal);
          }}
          className="w-full min-w-0 text-base file:mr-3 file:min-h-11 file:rounded file:border file:border-solid file:border-field file:bg-surface file:px-4 file:font-semibold lg:text-sm lg:file:min-h-8"
        />
      )}
    </FieldFrame>
  );
}
