import { useEditorState, type Editor } from "@tiptap/react";
import {
  BoldIcon,
  Columns3Icon,
  FilmIcon,
  Heading2Icon,
  Heading3Icon,
  ImageIcon,
  ItalicIcon,
  LinkIcon,
  ListIcon,
  ListOrderedIcon,
  QuoteIcon,
  RedoIcon,
  Rows3Icon,
  TableIcon,
  Trash2Icon,
  UndoIcon,
  type LucideIcon,
} from "lucide-react";
import { useRef, useState, type KeyboardEvent } from "react";

export type HtmlPanel = "link" | "picture" | "embed";

interface Tool {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isOn?: (editor: Editor) => boolean;
  readonly run: HtmlPanel | ((editor: Editor) => void);
  /** For pages only. */
  readonly isForPages?: true;
  /** Shown while the cursor is in a table, with a word next to the icon. */
  readonly word?: string;
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
  {
    label: "Quote",
    icon: QuoteIcon,
    isForPages: true,
    isOn: (editor) => editor.isActive("blockquote"),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  { label: "Link", icon: LinkIcon, isOn: (editor) => editor.isActive("link"), run: "link" },
  { label: "Picture", icon: ImageIcon, isForPages: true, isOn: (editor) => editor.isActive("image"), run: "picture" },
  {
    label: "Table",
    icon: TableIcon,
    isForPages: true,
    isOn: (editor) => editor.isActive("table"),
    run: (editor) =>
      editor.isActive("table")
        ? editor.commands.focus()
        : editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  { label: "Video or map", icon: FilmIcon, isForPages: true, isOn: (editor) => editor.isActive("embed"), run: "embed" },
  { label: "Undo", icon: UndoIcon, run: (editor) => editor.chain().focus().undo().run() },
  { label: "Redo", icon: RedoIcon, run: (editor) => editor.chain().focus().redo().run() },
];

const TABLE_TOOLS: readonly Tool[] = [
  { label: "Add a row", word: "Add", icon: Rows3Icon, run: (editor) => editor.chain().focus().addRowAfter().run() },
  { label: "Remove this row", word: "Remove", icon: Rows3Icon, run: (editor) => editor.chain().focus().deleteRow().run() },
  { label: "Add a column", word: "Add", icon: Columns3Icon, run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { label: "Remove this column", word: "Remove", icon: Columns3Icon, run: (editor) => editor.chain().focus().deleteColumn().run() },
  { label: "Remove the table", word: "Table", icon: Trash2Icon, run: (editor) => editor.chain().focus().deleteTable().run() },
];

interface HtmlToolbarProps {
  readonly editor: Editor | null;
  /** Id of the text. */
  readonly controls: string;
  readonly isFull: boolean;
  readonly panel: HtmlPanel | null;
  readonly onPanel: (panel: HtmlPanel) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** A single tab stop; arrows, Home and End move between the buttons. */
export function HtmlToolbar({ editor, controls, isFull, panel, onPanel }: HtmlToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState("Bold");
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      on: current === null ? [] : TOOLS.filter((tool) => tool.isOn?.(current) === true).map((tool) => tool.label),
      isInTable: current?.isActive("table") === true,
    }),
  });
  const isInTable = state?.isInTable === true;
  const shown = [...TOOLS.filter((tool) => isFull || tool.isForPages !== true), ...(isInTable ? TABLE_TOOLS : [])];
  const stopAt = shown.some((tool) => tool.label === stop) ? stop : "Bold";
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll("button") ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const step = STEPS[event.key];
    const ends: Readonly<Record<string, number>> = { Home: 0, End: -1 };
    const next = step === undefined ? ends[event.key] : at + step;
    if (next === undefined) return;
    event.preventDefault();
    buttons.at(next % buttons.length)?.focus();
  };
  const buttonOf = (tool: Tool) => (
    <ToolButton
      key={tool.label}
      tool={tool}
      editor={editor}
      isOn={state?.on.includes(tool.label) ?? false}
      panel={panel}
      isStop={tool.label === stopAt}
      onFocus={() => setStop(tool.label)}
      onPanel={onPanel}
    />
  );
  return (
    <div
      ref={bar}
      role="toolbar"
      tabIndex={-1}
      aria-label="Formatting"
      aria-controls={controls}
      onKeyDown={onKeyDown}
      className="sticky top-0 z-10 rounded-t border-b border-hairline bg-surface p-1"
    >
      <div className="flex flex-wrap gap-0.5">{shown.filter((tool) => tool.word === undefined).map(buttonOf)}</div>
      {isInTable ? (
        <div role="group" aria-label="This table" className="mt-1 flex flex-wrap gap-0.5 border-t border-hairline pt-1">
          {TABLE_TOOLS.map(buttonOf)}
        </div>
      ) : null}
    </div>
  );
}

interface ToolButtonProps extends Pick<HtmlToolbarProps, "editor" | "panel" | "onPanel"> {
  readonly tool: Tool;
  readonly isOn: boolean;
  /** This button is the tab stop. */
  readonly isStop: boolean;
  readonly onFocus: () => void;
}

function ToolButton({ tool, editor, isOn, panel, isStop, onFocus, onPanel }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={tool.label}
      title={tool.label}
      aria-pressed={tool.isOn === undefined ? undefined : isOn}
      aria-expanded={typeof tool.run === "string" ? panel === tool.run : undefined}
      disabled={editor === null}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onClick={() => {
        if (typeof tool.run === "string") onPanel(tool.run);
        else if (editor !== null) {
          // Immediately: the editor's own command waits for the next frame, and input until then would be lost.
          editor.view.focus();
          tool.run(editor);
          editor.commands.scrollIntoView();
        }
      }}
      className="flex h-11 min-w-11 items-center justify-center gap-1.5 rounded px-1.5 text-xs font-semibold hover:bg-canvas aria-expanded:bg-primary-tint aria-pressed:bg-primary-tint aria-pressed:text-primary md:h-9 md:min-w-9"
    >
      <tool.icon aria-hidden className="size-4" />
      {tool.word}
    </button>
  );
}
