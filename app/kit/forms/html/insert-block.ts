import type { Editor, JSONContent } from "@tiptap/core";

/** Inserts a block after the selection, never replacing it, and moves the cursor to a new line below. */
export function insertBlock(editor: Editor, block: JSONContent): void {
  editor
    .chain()
    .focus()
    .insertContentAt(editor.state.selection.to, [block, { type: "paragraph" }])
    .run();
}
