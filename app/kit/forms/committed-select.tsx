import { useEffect, useRef, type ComponentProps } from "react";

interface CommittedSelectProps extends Omit<ComponentProps<"select">, "value" | "defaultValue" | "onChange"> {
  /** The committed value. Usually that of the address, which a link or the Back button also changes; "" if each option is an action. */
  readonly value: string;
  readonly onCommit: (select: HTMLSelectElement) => void;
}

/**
 * A select that acts on change (sort order, filters, adding a part). Arrow keys only move to the next option. Enter, leaving the field or
 * picking from the open list commits it. It keeps the focus throughout.
 */
export function CommittedSelect({ value, onCommit, ...props }: CommittedSelectProps) {
  const field = useRef<HTMLSelectElement>(null);
  const isMovedByKey = useRef(false);
  const isPending = useRef(false);
  useEffect(() => {
    if (field.current !== null && !isPending.current) field.current.value = value;
  }, [value]);
  const commit = () => {
    if (!isPending.current || field.current === null) return;
    isPending.current = false;
    onCommit(field.current);
  };
  return (
    <select
      {...props}
      ref={field}
      defaultValue={value}
      onPointerDown={() => {
        isMovedByKey.current = false;
      }}
      onKeyDown={(event) => {
        isMovedByKey.current = event.key !== "Enter";
        if (event.key !== "Enter" || !isPending.current) return;
        event.preventDefault();
        commit();
      }}
      onChange={() => {
        isPending.current = true;
        if (!isMovedByKey.current) commit();
      }}
      onBlur={commit}
    />
  );
}
