import type { Editor, JSONContent } from "@tiptap/core";

/** Puts a block behind what is selected, never in its place, and the cursor into a new line below it. */
export function insertBlock(editor: Editor, block: JSONContent): void {
  editor
    .chain()
    .focus()
    .insertContentAt(editor.state.selection.to, [block, { type: "paragraph" }])
    .run();
}
