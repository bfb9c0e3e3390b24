import { EditorContent, useEditor, useEditorState, type Editor } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import {
  BoldIcon,
  Heading2Icon,
  Heading3Icon,
  ItalicIcon,
  LinkIcon,
  ListIcon,
  ListOrderedIcon,
  RedoIcon,
  UndoIcon,
  type LucideIcon,
} from "lucide-react";
import { useEffect } from "react";
import type { HtmlControlProps } from "./control.ts";

interface Tool {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isOn: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
}

const TOOLS: readonly Tool[] = [
  { label: "Bold", icon: BoldIcon, isOn: (editor) => editor.isActive("bold"), run: (editor) => editor.chain().focus().toggleBold().run() },
  {
    label: "Italic",
    icon: ItalicIcon,
    isOn: (editor) => editor.isActive("italic"),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: "Heading",
    icon: Heading2Icon,
    isOn: (editor) => editor.isActive("heading", { level: 2 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: "Small heading",
    icon: Heading3Icon,
    isOn: (editor) => editor.isActive("heading", { level: 3 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    label: "List",
    icon: ListIcon,
    isOn: (editor) => editor.isActive("bulletList"),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: "Numbered list",
    icon: ListOrderedIcon,
    isOn: (editor) => editor.isActive("orderedList"),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  { label: "Link", icon: LinkIcon, isOn: (editor) => editor.isActive("link"), run: askForLink },
  { label: "Undo", icon: UndoIcon, isOn: () => false, run: (editor) => editor.chain().focus().undo().run() },
  { label: "Redo", icon: RedoIcon, isOn: () => false, run: (editor) => editor.chain().focus().redo().run() },
];

/** The rich-text editor; what it offers is what the allow-list keeps. */
export default function HtmlEditor({ id, value, onChange, labelId, ...aria }: HtmlControlProps) {
  const editor = useEditor({
    extensions: [
      StarterKit.configure({ heading: { levels: [2, 3, 4] }, link: { openOnClick: false, protocols: ["http", "https", "mailto", "tel"] } }),
    ],
    content: value,
    immediatelyRender: false,
    editorProps: {
      attributes: {
        id,
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelId,
        ...(aria["aria-describedby"] === undefined ? {} : { "aria-describedby": aria["aria-describedby"] }),
        class: "prose min-h-28 max-w-none px-3 py-2 text-base outline-none",
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? "" : changed.getHTML()),
  });
  useEffect(() => {
    // Discard, or a save that cleaned the text: the new value did not come from typing here.
    const shown = editor === null || editor.isEmpty ? "" : editor.getHTML();
    if (editor !== null && value !== shown) editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <div
      className={`rounded border bg-surface focus-within:border-ink ${aria["aria-invalid"] === true ? "border-2 border-beet" : "border-field"}`}
    >
      <Toolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  );
}

function Toolbar({ editor }: { readonly editor: Editor | null }) {
  const on = useEditorState({
    editor,
    selector: ({ editor: current }) => (current === null ? [] : TOOLS.map((tool) => tool.isOn(current))),
  });
  return (
    <div role="toolbar" aria-label="Formatting" className="flex flex-wrap gap-0.5 border-b border-hairline p-1">
      {TOOLS.map((tool, index) => (
        <button
          key={tool.label}
          type="button"
          aria-label={tool.label}
          title={tool.label}
          aria-pressed={on?.[index] ?? false}
          disabled={editor === null}
          onClick={() => editor !== null && tool.run(editor)}
          className="grid size-9 place-items-center rounded hover:bg-canvas aria-pressed:bg-primary-tint aria-pressed:text-primary"
        >
          <tool.icon aria-hidden className="size-4" />
        </button>
      ))}
    </div>
  );
}

function askForLink(editor: Editor): void {
  const current = editor.getAttributes("link")["href"] as string | undefined;
  const href = window.prompt("Address of the link; empty takes it away", current ?? "https://");
  if (href === null) return;
  const chain = editor.chain().focus().extendMarkRange("link");
  if (href.trim() === "" || href.trim() === "https://") chain.unsetLink().run();
  else chain.setLink({ href: href.trim() }).run();
}
