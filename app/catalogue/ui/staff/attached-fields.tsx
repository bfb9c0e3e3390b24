import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { ChevronDownIcon, ChevronUpIcon, PlusIcon } from "lucide-react";
import { useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { readAttached, type TypedAttached, type TypedOverrides } from "#app/catalogue/domain/customization/attached-customization.ts";
import {
  blankQuestion,
  groupsOfQuestions,
  nameOfQuestion,
  readQuestionRows,
  type QuestionRow,
} from "#app/catalogue/domain/customization/product-question.ts";
import { Button } from "#app/kit/button.tsx";
import { announce } from "#app/kit/focus/announcer.tsx";
import type { ControlProps } from "#app/kit/forms/control.ts";
import { FieldErrorsContext } from "#app/kit/forms/field.tsx";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { useCall } from "#app/kit/hooks/use-call.ts";
import { HitCombobox } from "#app/kit/pickers/hit-combobox.tsx";
import type { Hit } from "#app/kit/pickers/hit.ts";
import { RemoveButton } from "#app/kit/remove-button.tsx";
import { RecordControl } from "#app/kit/record/record-fields.tsx";
import { useRecordField } from "#app/kit/record/record-state.ts";
import { parseMoney } from "#app/values/money/money-input.ts";
import { isNoAmount } from "#app/values/money/stored-amount.ts";
import type { KnownQuestion } from "#app/catalogue/domain/customization/known-question.ts";
import { ChoicesPreview } from "./choices-preview.tsx";
import { OverrideFields } from "./override-fields.tsx";
import { QuestionFields } from "./question-fields.tsx";
import { counted } from "#texts/plural.ts";

interface AttachedFieldsProps {
  /** The attached questions without this product's overrides. */
  readonly questions: readonly KnownQuestion[];
  /** Address of the call that returns `{questions}` for `?ids=`. */
  readonly call: string;
  /** The end of "sold out for today", ISO 8601, and the texts for stored marks. */
  readonly todayEnds: string;
  readonly markWords: Readonly<Record<string, string>>;
}

const keyOf = ({ kind, id }: { readonly kind: string; readonly id: number }) => `${kind}-${id}`;

/**
 * The product's questions in order, with a live preview of the customer's form. `customizations` contains the order and the overrides of
 * templates, `copies` the questions of this product alone.
 */
export function AttachedFields({ questions, call, todayEnds, markWords }: AttachedFieldsProps) {
  const { text } = useRecordField("customizations");
  const copiesField = useRecordField("copies");
  const rows = readQuestionRows(copiesField.text);
  const format = useMoneyFormat();
  const price = parseMoney(useRecordField("priceCents").text, format);
  const attached = readAttached(text);
  const [learned, setLearned] = useState<readonly KnownQuestion[]>([]);
  // Without scripts there is only a list, and no field to search for more.
  const isClient = useIsClient();
  const groups = groupsOfQuestions(rows, format);
  const known = [
    ...[...questions, ...learned].filter((question) => question.kind === "link"),
    ...groups.map((group) => ({ kind: "copy" as const, id: group.id, name: group.name, group })),
  ];
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
        hint="What customers choose: size, milk, extras, a note."
        show={(of) => readAttached(of).map(nameOf).join(", ")}
      >
        {(control) => (
          <AttachedList
            {...control}
            attached={attached}
            known={known}
            nameOf={nameOf}
            rows={rows}
            onRows={(next) => copiesField.setText(next.length === 0 ? "" : JSON.stringify(next))}
            todayEnds={todayEnds}
            markWords={markWords}
          />
        )}
      </RecordControl>
      {copiesField.conflict === undefined ? (
        <input type="hidden" name="copies" value={copiesField.text} />
      ) : (
        <RecordControl
          isGroup
          name="copies"
          label="Options of this product alone"
          show={(of) => readQuestionRows(of).map(questionText).join("\n")}
        >
          {({ name, value }) => <input type="hidden" name={name} value={value} />}
        </RecordControl>
      )}
      <ChoicesPreview price={price.ok ? price.value : 0} attached={attached} known={known} />
    </>
  );
}

interface AttachedListProps extends ControlProps {
  readonly attached: readonly TypedAttached[];
  readonly known: readonly KnownQuestion[];
  readonly nameOf: (each: TypedAttached) => string;
  readonly rows: readonly QuestionRow[];
  readonly onRows: (rows: readonly QuestionRow[]) => void;
  readonly todayEnds: string;
  readonly markWords: Readonly<Record<string, string>>;
}

function AttachedList({
  id,
  name,
  value,
  onChange,
  attached,
  known,
  nameOf,
  rows,
  onRows,
  todayEnds,
  markWords,
  ...aria
}: AttachedListProps) {
  const isClient = useIsClient();
  const [dragged, setDragged] = useState<number | null>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const list = useRef<HTMLDivElement>(null);
  const added = useRef<number | null>(null);
  const errors = useContext(FieldErrorsContext);
  useEffect(() => {
    if (added.current === null) return;
    const fields = list.current?.querySelectorAll<HTMLInputElement>(`[data-question="${added.current}"] input`) ?? [];
    [...fields].find((field) => field.value === "")?.focus();
    added.current = null;
  });
  const put = (next: readonly TypedAttached[]) => onChange(JSON.stringify(next));
  if (!isClient)
    return (
      <>
        <input type="hidden" name={name} value={value} />
        <p id={id}>{attached.length === 0 ? "None." : attached.map(nameOf).join(", ")} Scripts are needed to change them.</p>
      </>
    );
  const add = (title: string) => {
    const questionId = Math.min(0, ...rows.map((row) => row.id)) - 1;
    added.current = questionId;
    setOpen(new Set([...open, questionId]));
    onRows([...rows, blankQuestion(questionId, title, [crypto.randomUUID(), crypto.randomUUID()])]);
    put([...attached, { kind: "copy", id: questionId, overrides: {} }]);
  };
  const replace = (at: number, each: TypedAttached | null) => {
    const before = attached[at];
    put(each === null ? attached.toSpliced(at, 1) : attached.with(at, each));
    if (before?.kind === "copy") onRows(rows.filter((row) => row.id !== before.id));
  };
  const move = (from: number, to: number) => {
    const each = attached[from];
    if (each === undefined || to < 0 || to >= attached.length || from === to) return;
    put(attached.toSpliced(from, 1).toSpliced(to, 0, each));
    announce(`${nameOf(each)} is now ${to + 1} of ${attached.length}`);
  };
  return (
    <div ref={list} className="grid gap-2">
      <input type="hidden" name={name} value={value} />
      <AddQuestion
        {...aria}
        id={id}
        taken={attached.flatMap((each) => (each.kind === "link" ? [String(each.id)] : []))}
        onAdd={add}
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
            const rowAt = each.kind === "copy" ? rows.findIndex((row) => row.id === each.id) : -1;
            const row = rows[rowAt];
            const isWrong = row !== undefined && Object.keys(errors).some((field) => field.startsWith(`copies[${rowAt}]`));
            const isOpen = open.has(each.id) || isWrong;
            return (
              <AttachedRow
                key={keyOf(each)}
                at={at}
                last={attached.length - 1}
                label={label}
                facts={`${each.kind === "copy" ? "Only this product" : "Template"}${question === undefined ? "" : `, ${factsOf(question, each.overrides)}`}`}
                dragged={dragged}
                onDragged={setDragged}
                isOpen={row === undefined ? null : isOpen}
                onOpen={() => setOpen(new Set(isOpen ? [...open].filter((one) => one !== each.id) : [...open, each.id]))}
                onMove={move}
                onRemove={() => replace(at, null)}
              >
                {row === undefined || !isOpen ? null : (
                  <QuestionFields
                    at={rowAt}
                    row={row}
                    todayEnds={todayEnds}
                    markWords={markWords}
                    onChange={(next) => onRows(rows.with(rowAt, next))}
                    onTemplate={(hit) => replace(at, { kind: "link", id: Number(hit.id), overrides: {} })}
                  />
                )}
                {question === undefined || (each.kind === "copy" && changesOf(each.overrides) === 0) ? null : (
                  <OverrideFields
                    group={question.group}
                    overrides={each.overrides}
                    onChange={(overrides) => put(attached.with(at, { ...each, overrides }))}
                  />
                )}
              </AttachedRow>
            );
          })}
        </ol>
      )}
    </div>
  );
}

interface AddQuestionProps extends Pick<ControlProps, "id" | "aria-describedby" | "aria-invalid"> {
  /** Templates that are already attached. */
  readonly taken: readonly string[];
  /** Adds a question of this product alone. */
  readonly onAdd: (title: string) => void;
  readonly onPick: (template: Hit) => void;
}

function AddQuestion({ taken, onAdd, onPick, ...aria }: AddQuestionProps) {
  const [typed, setTyped] = useState("");
  const [added, setAdded] = useState(0);
  const addTyped = () => {
    onAdd(typed.trim());
    setTyped("");
    setAdded(added + 1);
  };
  return (
    <div className="grid items-start gap-2 sm:grid-cols-[1fr_auto]">
      <HitCombobox
        {...aria}
        // Clears the field.
        key={added}
        onType={setTyped}
        kind="template"
        taken={taken}
        placeholder="Search templates, or type a new question"
        onCreate={onAdd}
        onPick={onPick}
      />
      <Button look="outline" size="desk" className="min-h-10" onClick={addTyped}>
        <PlusIcon aria-hidden className="size-4" />
        Add a question
      </Button>
    </div>
  );
}

interface AttachedRowProps {
  /** Counts from 0. */
  readonly at: number;
  readonly last: number;
  readonly label: string;
  readonly facts: string;
  readonly dragged: number | null;
  readonly onDragged: (at: number | null) => void;
  /** Whether its fields are shown; null: it has no own fields. */
  readonly isOpen: boolean | null;
  readonly onOpen: () => void;
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** One question in the list: dragged or moved by buttons, edited, removed. */
function AttachedRow({ at, last, label, facts, dragged, onDragged, isOpen, onOpen, onMove, onRemove, children }: AttachedRowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is an extra: the buttons do the same
    <li
      onDragOver={(event) => {
        if (dragged !== null) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        if (dragged !== null) onMove(dragged, at);
        onDragged(null);
      }}
      className={`py-1 ${dragged === at ? "opacity-50" : ""}`}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dragging is an extra: the buttons do the same */}
      <div
        draggable
        onDragStart={() => onDragged(at)}
        onDragEnd={() => onDragged(null)}
        className="flex min-h-10 cursor-grab items-center gap-1"
      >
        <span className="figures w-6 shrink-0 text-right text-xs text-ink-2">{at + 1}</span>
        <span className="min-w-0 grow pl-1">
          <span className="block truncate font-semibold">{label}</span>
          <span className="block truncate text-xs text-ink-2">{facts}</span>
        </span>
        {isOpen === null ? null : (
          <Button look="quiet" size="desk" aria-expanded={isOpen} onClick={onOpen}>
            {isOpen ? "Close" : "Edit"}
            <span className="sr-only"> {label}</span>
          </Button>
        )}
        <Button look="quiet" size="desk-icon" aria-label={`Move ${label} up`} aria-disabled={at === 0} onClick={() => onMove(at, at - 1)}>
          <ChevronUpIcon aria-hidden className="size-4" />
        </Button>
        <Button
          look="quiet"
          size="desk-icon"
          aria-label={`Move ${label} down`}
          aria-disabled={at === last}
          onClick={() => onMove(at, at + 1)}
        >
          <ChevronDownIcon aria-hidden className="size-4" />
        </Button>
        <RemoveButton label={`Remove ${label}`} announcement={`${label} removed`} onRemove={onRemove} />
      </div>
      {children}
    </li>
  );
}

/** "4 options, 2 changes here" */
function factsOf({ group }: KnownQuestion, overrides: TypedOverrides): string {
  const count = group.kind === "text" ? "a text" : counted(group.options.length, "option", "options");
  const changes = changesOf(overrides);
  return changes === 0 ? count : `${count}, ${counted(changes, "change", "changes")} here`;
}

function changesOf({ options = {}, ...own }: TypedOverrides): number {
  const countFilled = (value: object | undefined) => Object.values(value ?? {}).filter((each) => each !== undefined && each !== "").length;
  return countFilled(own) + Object.values(options).reduce((sum, each) => sum + countFilled(each), 0);
}

/** "Size: Small, Large 2.50", to compare two versions. */
function questionText(row: QuestionRow): string {
  const options = row.options.map(({ name, price }) => [name, isNoAmount(price) ? "" : price].filter((part) => part !== "").join(" "));
  return `${nameOfQuestion(row)}: ${options.join(", ")}`;
}
