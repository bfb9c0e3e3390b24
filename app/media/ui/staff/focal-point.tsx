import { useRef, type KeyboardEvent, type PointerEvent } from "react";
import { announce } from "#app/kit/focus/announcer.tsx";
import { useRecordField } from "#app/kit/record/record-state.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";

interface FocalPointProps {
  readonly source: string;
  readonly width: number;
  readonly height: number;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const LARGE_STEP = 10;
/** Common aspect ratios in which the shop and other sites crop a picture. */
const CUTS = [
  { name: "Wide", ratio: "21/9" },
  { name: "Card", ratio: "4/3" },
  { name: "Square", ratio: "1/1" },
  { name: "Tall", ratio: "3/5" },
];

/** The focal point, which stays visible when the picture is cropped: set by a click, by arrow keys, or in the number fields next to it. */
export function FocalPoint({ source, width, height }: FocalPointProps) {
  const isClient = useIsClient();
  const area = useRef<HTMLButtonElement>(null);
  const horizontal = useRecordField("focalX");
  const vertical = useRecordField("focalY");
  const x = percentOf(horizontal.text);
  const y = percentOf(vertical.text);
  const put = (nextX: number, nextY: number) => {
    const [left, top] = [percentOf(String(nextX)), percentOf(String(nextY))];
    horizontal.setText(String(left));
    vertical.setText(String(top));
    return placeWords(left, top);
  };
  const point = (event: PointerEvent) => {
    const box = area.current?.getBoundingClientRect();
    if (box !== undefined) put(((event.clientX - box.left) / box.width) * 100, ((event.clientY - box.top) / box.height) * 100);
  };
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const size = event.shiftKey ? LARGE_STEP : 1;
    announce(put(x + by[0] * size, y + by[1] * size));
  };
  return (
    <div className="grid gap-3">
      <button
        ref={area}
        type="button"
        disabled={!isClient}
        aria-label={`Focal point: ${placeWords(x, y)}. Arrow keys move it, with Shift by ${LARGE_STEP}.`}
        onPointerDown={point}
        onPointerMove={(event) => {
          if (event.buttons === 1) point(event);
        }}
        onKeyDown={step}
        className="relative block max-w-full cursor-crosshair touch-none justify-self-start overflow-hidden rounded border border-hairline"
      >
        <img src={source} alt="" width={width} height={height} draggable={false} className="block max-h-[26rem] w-auto max-w-full" />
        <span
          aria-hidden
          className="absolute size-7 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white bg-ink/40 shadow-float outline-2 outline-ink"
          style={{ left: `${x}%`, top: `${y}%` }}
        />
      </button>
      <ul aria-label="Crop preview" className="flex flex-wrap items-end gap-3 text-xs text-ink-2">
        {CUTS.map(({ name, ratio }) => (
          <li key={name}>
            <img
              src={source}
              alt=""
              className="h-20 rounded-tag object-cover"
              style={{ aspectRatio: ratio, objectPosition: `${x}% ${y}%` }}
            />
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

function placeWords(x: number, y: number): string {
  return `${x}% from the left, ${y}% from the top`;
}

/** While typing, the text may be anything. */
function percentOf(text: string): number {
  const number = Number(text);
  return Number.isFinite(number) ? Math.min(100, Math.max(0, Math.round(number))) : 50;
}
