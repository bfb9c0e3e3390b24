import { EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useState } from "react";
import type { HtmlControlProps } from "#app/kit/forms/control.ts";
import { EmbedPanel } from "./embed-panel.tsx";
import { EXTENSIONS } from "./html-extensions.ts";
import { HtmlToolbar, type HtmlPanel } from "./html-toolbar.tsx";
import { LinkPanel } from "./link-panel.tsx";
import { PicturePanel } from "./picture-panel.tsx";

/** Styles for content that looks different to visitors. */
const EDITED =
  "[&_.selectedCell]:bg-primary-tint [&_td]:border [&_td]:border-hairline [&_td]:px-2 [&_th]:border [&_th]:border-hairline [&_th]:px-2 [&_img]:max-h-64 [&_.ProseMirror-selectednode]:outline-2 " +
  "[&_.ProseMirror-selectednode]:outline-harbour [&_figure]:rounded [&_figure]:border [&_figure]:border-dashed [&_figure]:border-field [&_figure]:p-4 " +
  "[&_figure_a]:inline-block [&_figure_a]:min-h-7 [&_figure_a]:py-0.5 [&_figure]:before:block [&_figure]:before:text-xs [&_figure]:before:text-ink-2 [&_figure]:before:content-['Loads_here_when_a_visitor_clicks:']";

/** The rich-text editor. It offers only what the HTML allow-list keeps. */
export default function HtmlEditor({ id, value, onChange, labelId, tools, ...aria }: HtmlControlProps) {
  const [panel, setPanel] = useState<HtmlPanel | null>(null);
  // The user may already type into the fallback text: keep the cursor, or keys would become shortcuts.
  const [isTyped] = useState(() => document.activeElement?.id === id);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    immediatelyRender: false,
    autofocus: isTyped ? "end" : false,
    editorProps: {
      // Keeps the cursor clear of the bars, as for the focus elsewhere.
      scrollThreshold: pagePadding(),
      scrollMargin: pagePadding(),
      attributes: {
        id,
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelId,
        ...(aria["aria-describedby"] === undefined ? {} : { "aria-describedby": aria["aria-describedby"] }),
        class: `prose max-w-none px-3 py-3 text-base outline-none ${tools === "page" ? "min-h-72" : "min-h-28"} ${EDITED}`,
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? "" : changed.getHTML()),
  });
  useEffect(() => {
    // The new value did not come from typing here: the user discarded, or the save sanitized the text.
    const shown = editor === null || editor.isEmpty ? "" : editor.getHTML();
    if (editor !== null && value !== shown) editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  const close = () => {
    setPanel(null);
    // Immediately, before the panel closes with the focus in it.
    editor?.view.focus();
    editor?.commands.scrollIntoView();
  };
  const shared = editor === null ? null : { editor, onClose: close };
  return (
    <div
      className={`rounded border bg-surface focus-within:border-ink ${aria["aria-invalid"] === true ? "border-2 border-beet" : "border-field"}`}
    >
      <HtmlToolbar
        editor={editor}
        controls={id}
        isFull={tools === "page"}
        panel={panel}
        onPanel={(next) => setPanel(next === panel ? null : next)}
      />
      {shared !== null && panel === "link" ? <LinkPanel {...shared} isFull={tools === "page"} /> : null}
      {shared !== null && panel === "picture" ? <PicturePanel {...shared} /> : null}
      {shared !== null && panel === "embed" ? <EmbedPanel {...shared} /> : null}
      <EditorContent editor={editor} />
    </div>
  );
}

function pagePadding() {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  return { top: Number.parseFloat(scrollPaddingTop), bottom: Number.parseFloat(scrollPaddingBottom), left: 0, right: 0 };
}
