import { useId, useState } from "react";
import { Button } from "#app/kit/button.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { isLostConnection, LOST_WORDS } from "#app/kit/lost-connection.ts";
import { PICTURE_CALL, type PictureAnswer, type UploadedPicture } from "#app/media/domain/upload.ts";
import { MAX_ALT_LENGTH } from "#app/values/limits.ts";
import { readJson, staffFetch } from "#app/kit/session.ts";

interface AltWordsProps {
  readonly picture: UploadedPicture;
  readonly onKnown: (picture: UploadedPicture) => void;
}

interface Words {
  readonly alt: string;
  readonly isDecorative: boolean;
}

/** Prompts for the alt text of a new picture, or whether it is decorative; saved by itself. */
export function AltWords({ picture, onKnown }: AltWordsProps) {
  const id = useId();
  const [alt, setAlt] = useState(picture.alt);
  const [isDecorative, setDecorative] = useState(picture.isDecorative);
  const [message, setMessage] = useState("");
  const isStored = alt.trim() === picture.alt && isDecorative === picture.isDecorative;
  const isSaid = isStored && (alt !== "" || isDecorative);
  const save = async (words: Words) => {
    setMessage("");
    const saved = await putWords(picture.hit.id, words);
    if (typeof saved === "string") setMessage(saved);
    else onKnown(saved);
  };
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <label htmlFor={id} className="sr-only">
          Alt text of {picture.hit.label}
        </label>
        <input
          id={id}
          value={alt}
          placeholder="What does it show? “Margherita, cut in six”"
          maxLength={MAX_ALT_LENGTH}
          disabled={isDecorative}
          onChange={(event) => setAlt(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            void save({ alt, isDecorative });
          }}
          className={`${CONTROL_CLASS} max-w-96 min-w-40 flex-1 disabled:bg-canvas`}
        />
        <DecorationBox
          name={picture.hit.label}
          isChecked={isDecorative}
          onChange={(isChecked) => {
            setDecorative(isChecked);
            void save({ alt, isDecorative: isChecked });
          }}
        />
        {isStored ? null : (
          <Button look="outline" size="desk" className="max-md:min-h-11" onClick={() => void save({ alt, isDecorative })}>
            <span>
              Save alt text<span className="sr-only"> of {picture.hit.label}</span>
            </span>
          </Button>
        )}
        <span role="status" className="text-ink-2">
          {isSaid ? "Saved" : ""}
        </span>
      </div>
      {message === "" ? null : (
        <p role="alert" className="font-semibold text-beet">
          {message}
        </p>
      )}
    </div>
  );
}

interface DecorationBoxProps {
  /** The picture's name. */
  readonly name: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

function DecorationBox({ name, isChecked, onChange }: DecorationBoxProps) {
  return (
    <label className="flex min-h-8 max-sm:min-h-11 items-center gap-2">
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.target.checked)} className="size-5 accent-primary" />
      <span>
        Decoration<span className="sr-only"> of {name}</span>
      </span>
    </label>
  );
}

/** The stored picture, or why it was not saved. */
async function putWords(id: string, words: Words): Promise<UploadedPicture | string> {
  const init = {
    method: "PUT",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(words),
  };
  try {
    const response = await staffFetch(`${PICTURE_CALL}/${id}`, init, "action");
    const answer = await readJson<PictureAnswer>(response);
    return answer.pictures?.[0] ?? answer.message ?? "It was not saved. Try again.";
  } catch (error) {
    if (!isLostConnection(error)) throw error;
    return LOST_WORDS;
  }
}
