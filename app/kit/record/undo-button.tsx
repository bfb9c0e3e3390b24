import { Form, useLocation } from "react-router";
import { Button } from "#app/kit/button.tsx";

export const UNDO_PATH = "/admin/undo";

interface UndoButtonProps {
  /** The row of the history. */
  readonly entry: number;
  /** For screen readers: what is taken back. */
  readonly label: string;
  readonly children?: string;
}

/** Takes an act back and comes back to this page; a plain form. */
export function UndoButton({ entry, label, children = "Undo" }: UndoButtonProps) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={UNDO_PATH} className="inline">
      <input type="hidden" name="entry" value={entry} />
      <input type="hidden" name="to" value={pathname + search} />
      <Button type="submit" look="outline" size="desk" aria-label={label}>
        {children}
      </Button>
    </Form>
  );
}
