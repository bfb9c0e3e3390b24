import { use, useId, useState } from "react";
import { announce } from "#app/kit/focus/announcer.tsx";
import { HitCombobox } from "#app/kit/pickers/hit-combobox.tsx";
import type { Hit } from "#app/kit/pickers/hit.ts";
import { PictureUploadContext } from "./picture-upload.ts";
import { insertBlock } from "./insert-block.ts";
import { Panel, PanelText, type PanelProps } from "./panel.tsx";
import { textOf } from "#app/values/narrow.ts";

/** Inserts a picture of the media library with its alt text; for a selected picture, edits only the text. */
export function PicturePanel({ editor, onClose }: PanelProps) {
  const id = useId();
  const drawUpload = use(PictureUploadContext);
  const [before] = useState(() => (editor.isActive("image") ? editor.getAttributes("image") : null));
  const [hit, setHit] = useState<Hit | null>(null);
  const [alt, setAlt] = useState(textOf(before, "alt") ?? "");
  const address = textOf(before, "src") ?? hit?.picture ?? "";
  const isReady = address.startsWith("/media/");
  const pick = (found: Hit) => {
    setHit(found);
    setAlt(found.alt ?? "");
    announce(`${found.label} is chosen`);
  };
  const insert = () => {
    const words = alt.trim();
    if (before === null) insertBlock(editor, { type: "image", attrs: { src: address, alt: words } });
    else editor.chain().focus().updateAttributes("image", { alt: words }).run();
    onClose();
  };
  return (
    <Panel title="Picture" done={before === null ? "Insert picture" : "Change words"} onDone={isReady ? insert : null} onClose={onClose}>
      {before === null ? (
        <div className="grid gap-2">
          <label htmlFor={id} className="font-semibold">
            Picture from the library
          </label>
          <HitCombobox id={id} kind="media" taken={[]} placeholder="Search" onPick={pick} />
          {drawUpload?.({
            isMany: false,
            onPick: pick,
            onLearn: (newer) => setHit((known) => (newer.id === known?.id ? newer : known)),
          })}
        </div>
      ) : null}
      {isReady ? (
        <div className="grid gap-3 sm:grid-cols-[8rem_1fr]">
          <img src={address} alt="" className="max-h-24 rounded border border-hairline" />
          <PanelText
            label="What it shows, in words"
            hint="For people who can't see the picture. Empty: decorative."
            value={alt}
            onChange={setAlt}
            isFirst={before !== null}
          />
        </div>
      ) : null}
      {isReady || hit === null ? null : <p role="status">“{hit.label}” is being prepared.</p>}
    </Panel>
  );
}
