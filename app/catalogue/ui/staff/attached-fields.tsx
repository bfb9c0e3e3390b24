import { ChevronDownIcon, ChevronUpIcon } from "lucide-react";
import { useState } from "react";
import { readAttached, type TypedAttached, type TypedOverrides } from "#app/catalogue/domain/customization/attached-customization.ts";
import { Button } from "#app/kit/button.tsx";
import { announce } from "#app/kit/focus/announcer.tsx";
import type { ControlProps } from "#app/kit/forms/control.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { useCall } from "#app/kit/hooks/use-call.ts";
import { HitCombobox } from "#app/kit/pickers/hit-combobox.tsx";
import { RemoveButton } from "#app/kit/remove-button.tsx";
import { RecordControl } from "#app/kit/record/record-fields.tsx";
import { useRecordField } from "#app/kit/record/record-state.ts";
import { parseDollars } from "#app/values/money.ts";
import type { KnownQuestion } from "#app/catalogue/domain/customization/known-question.ts";
import { ChoicesPreview } from "./choices-preview.tsx";
import { OverrideFields } from "./override-fields.tsx";
import { counted } from "#app/values/plural.ts";

interface AttachedFieldsProps {
  /** The questions that are attached already, as they are without this product's changes. */
  readonly questions: readonly KnownQuestion[];
  /** Address that answers `{questions}` for `?ids=`. */
  readonly call: string;
}

const keyOf = ({ kind, id }: { readonly kind: string; readonly id: number }) => `${kind}-${id}`;

/** Which questions customers are asked, in their order, with what is different for this product, and the customer's form live: field `customizations`. */
export function AttachedFields({ questions, call }: AttachedFieldsProps) {
  const { text } = useRecordField("customizations");
  const price = parseDollars(useRecordField("priceCents").text);
  const attached = readAttached(text);
  const [learned, setLearned] = useState<readonly KnownQuestion[]>([]);
  // Without scripts there is a list only, and no field to look for more.
  const isClient = useIsClient();
  const known = [...questions, ...learned];
  const missing = attached.filter((each) => each.kind === "link" && !known.some((question) => keyOf(question) === keyOf(each)));
  const answer = useCall<{ readonly questions: readonly KnownQuestion[] }>(
    missing.length === 0 ? null : `${call}?ids=${missing.map((each) => each.id).join(",")}`,
  );
  const fresh = answer?.questions.filter((question) => missing.some((each) => keyOf(each) === keyOf(question))) ?? [];
  if (fresh.length > 0) setLearned([...learned, ...fresh]);
  const nameOf = (each: TypedAttached) => known.find((question) => keyOf(question) === keyOf(each))?.name ?? `No. ${each.id}`;
  return (
    <>
      <RecordControl
        isGroup={!isClient}
        name="customizations"
        label="Options"
        hint="What customers choose: size, toppings, a note. What is left empty is as in the template."
        show={(of) => readAttached(of).map(nameOf).join(", ")}
      >
        {(control) => <AttachedList {...control} attached={attached} known={known} nameOf={nameOf} />}
      </RecordControl>
      <ChoicesPreview price={price.ok ? price.value : 0} attached={attached} known={known} />
    </>
  );
}

interface AttachedListProps extends ControlProps {
  readonly attached: readonly TypedAttached[];
  readonly known: readonly KnownQuestion[];
  readonly nameOf: (each: TypedAttached) => string;
}

function AttachedList({ id, name, value, onChange, attached, known, nameOf, ...aria }: AttachedListProps) {
  const isClient = useIsClient();
  const [dragged, setDragged] = useState<number | null>(null);
  const put = (next: readonly TypedAttached[]) => onChange(JSON.stringify(next));
  if (!isClient)
    return (
      <>
        <input type="hidden" name={name} value={value} />
        <p id={id}>{attached.length === 0 ? "None." : attached.map(nameOf).join(", ")} Scripts are needed to change them.</p>
      </>
    );
  const move = (from: number, to: number) => {
    const each = attached[from];
    if (each === undefined || to < 0 || to >= attached.length || from === to) return;
    put(attached.toSpliced(from, 1).toSpliced(to, 0, each));
    announce(`${nameOf(each)} is now ${to + 1} of ${attached.length}`);
  };
  return (
    <div className="grid gap-2">
      <input type="hidden" name={name} value={value} />
      <HitCombobox
        {...aria}
        id={id}
        kind="template"
        taken={attached.flatMap((each) => (each.kind === "link" ? [String(each.id)] : []))}
        placeholder="Search for options to add"
        onPick={(hit) => {
          put([...attached, { kind: "link", id: Number(hit.id), overrides: {} }]);
          announce(`${hit.label} is attached`);
        }}
      />
      {attached.length === 0 ? null : (
        <ol className="divide-y divide-hairline border-y border-hairline">
          {attached.map((each, at) => {
            const question = known.find((one) => keyOf(one) === keyOf(each));
            const label = nameOf(each);
            return (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is an extra: the buttons do the same
              <li
                key={keyOf(each)}
                onDragOver={(event) => {
                  if (dragged !== null) event.preventDefault();
                }}
                onDrop={(event) => {
                  event.preventDefault();
                  if (dragged !== null) move(dragged, at);
                  setDragged(null);
                }}
                className={`py-1 ${dragged === at ? "opacity-50" : ""}`}
              >
                <div
                  draggable
                  onDragStart={() => setDragged(at)}
                  onDragEnd={() => setDragged(null)}
                  className="flex min-h-10 cursor-grab items-center gap-1"
                >
                  <span className="figures w-6 shrink-0 text-right text-xs text-ink-2">{at + 1}</span>
                  <span className="min-w-0 grow pl-1">
                    <span className="block truncate font-semibold">{label}</span>
                    <span className="block truncate text-xs text-ink-2">
                      {each.kind === "copy" ? "Own copy" : "Template"}
                      {question === undefined ? "" : `, ${factsOf(question, each.overrides)}`}
                    </span>
                  </span>
                  <Button
                    look="quiet"
                    size="desk-icon"
                    aria-label={`Move ${label} up`}
                    aria-disabled={at === 0}
                    onClick={() => move(at, at - 1)}
                  >
                    <ChevronUpIcon aria-hidden className="size-4" />
                  </Button>
                  <Button
                    look="quiet"
                    size="desk-icon"
                    aria-label={`Move ${label} down`}
                    aria-disabled={at === attached.length - 1}
                    onClick={() => move(at, at + 1)}
                  >
                    <ChevronDownIcon aria-hidden className="size-4" />
                  </Button>
                  <RemoveButton
                    label={`Remove ${label}`}
                    announcement={`${label} removed`}
                    onRemove={() => put(attached.toSpliced(at, 1))}
                  />
                </div>
                {question === undefined ? null : (
                  <OverrideFields
                    group={question.group}
                    overrides={each.overrides}
                    onChange={(overrides) => put(attached.with(at, { ...each, overrides }))}
                  />
                )}
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}

/** "4 options, 2 changes here" */
function factsOf({ group }: KnownQuestion, { options = {}, ...own }: TypedOverrides): string {
  const count = group.kind === "text" ? "a text" : counted(group.options.length, "option", "options");
  const said = (value: object | undefined) => Object.values(value ?? {}).filter((each) => each !== undefined && each !== "").length;
  const changes = said(own) + Object.values(options).reduce((sum, each) => sum + said(each), 0);
  return changes === 0 ? count : `${count}, ${counted(changes, "change", "changes")} here`;
}
