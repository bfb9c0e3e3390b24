import { Form, useLocation } from "react-router";
import { Button } from "#app/kit/button.tsx";

export const UNDO_PATH = "/admin/undo";

interface UndoButtonProps {
  /** The row of the history. */
  readonly entry: number;
  /** What is undone, for screen readers. */
  readonly label: string;
  readonly children?: string;
}

/** A plain form that undoes a change and returns to this page. */
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
