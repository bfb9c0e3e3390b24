import { useState } from "react";
import { EMBED_PROVIDERS, parseEmbed } from "#app/values/addresses/embed.ts";
import { insertBlock } from "./insert-block.ts";
import { Panel, PanelText, type PanelProps } from "./panel.tsx";
import { textOf } from "#app/values/narrow.ts";

const SITES = `${EMBED_PROVIDERS.slice(0, -1).join(", ")} and ${EMBED_PROVIDERS.at(-1) ?? ""}`;

/** A video or map from another site. Nothing loads from that site before a visitor clicks. */
export function EmbedPanel({ editor, onClose }: PanelProps) {
  const [before] = useState(() => (editor.isActive("embed") ? editor.getAttributes("embed") : null));
  const [address, setAddress] = useState(textOf(before, "href") ?? "");
  const [title, setTitle] = useState(textOf(before, "title") ?? "");
  const [refusal, setRefusal] = useState<{ readonly message: string } | null>(null);
  const insert = () => {
    const embed = parseEmbed(address);
    if (embed === null) {
      setRefusal({ message: `Paste an address, or the code for embedding, from ${SITES}.` });
      return;
    }
    const attrs = { href: embed.href, title: title.trim() === "" ? embed.provider : title.trim() };
    if (before === null) insertBlock(editor, { type: "embed", attrs });
    else editor.chain().focus().updateAttributes("embed", attrs).run();
    onClose();
  };
  return (
    <Panel title="Video or map" done={before === null ? "Insert" : "Change"} onDone={insert} onClose={onClose}>
      <PanelText
        label="Address or code"
        hint={`From ${SITES}. It loads only when a visitor clicks it.`}
        value={address}
        onChange={setAddress}
        placeholder="https://www.youtube.com/watch?v=…"
        isFirst
        refusal={refusal}
      />
      <PanelText label="What it shows, in words" value={title} onChange={setTitle} placeholder="How we bake our bread" />
    </Panel>
  );
}
