import { ChevronDownIcon, ChevronUpIcon, type LucideIcon } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { Button } from "#app/kit/button.tsx";
import { announce } from "#app/kit/focus/announcer.tsx";
import { RemoveButton } from "#app/kit/remove-button.tsx";
import type { Hit } from "./hit.ts";
import { SearchResult } from "./search-result.tsx";

interface PickedListProps {
  readonly hits: readonly Hit[];
  /** Their order matters: rows are dragged, or moved by buttons. */
  readonly isOrdered: boolean;
  /** Rendered below each of them. */
  readonly belowEach?: ((hit: Hit) => ReactNode) | undefined;
  readonly onChange: (hits: readonly Hit[]) => void;
}

/** The selected records, each with a remove button; reorderable where order matters. */
export function PickedList({ hits, isOrdered, belowEach, onChange }: PickedListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  if (hits.length === 0) return null;
  const move = (from: number, to: number) => {
    const hit = hits[from];
    if (hit === undefined || to < 0 || to >= hits.length || from === to) return;
    onChange(hits.toSpliced(from, 1).toSpliced(to, 0, hit));
    announce(`${hit.label} is now ${to + 1} of ${hits.length}`);
  };
  return (
    <ol ref={list} className="max-h-[28rem] divide-y divide-hairline overflow-y-auto border-y border-hairline">
      {hits.map((hit, at) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is an extra: the buttons do the same
        <li
          key={hit.id}
          draggable={isOrdered}
          onDragStart={() => setDragged(at)}
          onDragEnd={() => setDragged(null)}
          onDragOver={(event) => {
            if (dragged !== null) event.preventDefault();
          }}
          onDrop={(event) => {
            event.preventDefault();
            if (dragged !== null) move(dragged, at);
            setDragged(null);
          }}
          className={`py-0.5 ${isOrdered ? "cursor-grab" : ""} ${dragged === at ? "opacity-50" : ""}`}
        >
          <div className="flex min-h-9 items-center gap-2">
            {isOrdered ? <span className="figures w-6 shrink-0 text-right text-xs text-ink-2">{at + 1}</span> : null}
            <SearchResult hit={hit} />
            {isOrdered ? (
              <>
                <Small label={`Move ${hit.label} up`} isOff={at === 0} onPress={() => move(at, at - 1)} icon={ChevronUpIcon} />
                <Small
                  label={`Move ${hit.label} down`}
                  isOff={at === hits.length - 1}
                  onPress={() => move(at, at + 1)}
                  icon={ChevronDownIcon}
                />
              </>
            ) : null}
            <RemoveButton
              label={`Remove ${hit.label}`}
              announcement={`${hit.label} removed`}
              onRemove={() => onChange(hits.toSpliced(at, 1))}
            />
          </div>
          {belowEach === undefined ? null : <div className="pb-2">{belowEach(hit)}</div>}
        </li>
      ))}
    </ol>
  );
}

interface SmallProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onPress: () => void;
  readonly isOff: boolean;
}

function Small({ label, icon: Icon, onPress, isOff }: SmallProps) {
  return (
    <Button look="quiet" size="desk-icon" aria-label={label} title={label} aria-disabled={isOff} onClick={onPress}>
      <Icon aria-hidden className="size-4" />
    </Button>
  );
}
