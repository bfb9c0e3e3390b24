import { PicturePicker } from "#app/media/ui/staff/picture-picker.tsx";
import type { Hit } from "#app/kit/pickers/hit.ts";
import { useContext } from "react";
import { FieldErrorsContext } from "#app/kit/forms/field.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { RecordControl } from "#app/kit/record/record-fields.tsx";
import { useRecordField } from "#app/kit/record/record-state.ts";
import { MAX_SHORT_TEXT_LENGTH } from "#app/values/limits.ts";
import { jsonOf } from "#app/values/json.ts";

/** Pictures in order, each with its alt text: fields `pictures` and `pictureTexts`. */
export function PictureFields({ chosen }: { readonly chosen: readonly Hit[] }) {
  const { text, setText } = useRecordField("pictureTexts");
  const texts = readTexts(text);
  const wordsOf = (hit: Hit) => (
    <WordsField
      hit={hit}
      words={texts[hit.id] ?? hit.alt ?? ""}
      onChange={(words) => setText(JSON.stringify({ ...texts, [hit.id]: words }))}
    />
  );
  return (
    <>
      <PicturePicker
        name="pictures"
        label="Pictures"
        hint="The first one is shown in lists. Describe each picture in a few words."
        chosen={chosen}
        isMany
        belowEach={wordsOf}
      />
      <WordsOfPictures />
    </>
  );
}

interface WordsFieldProps {
  readonly hit: Hit;
  readonly words: string;
  readonly onChange: (words: string) => void;
}

function WordsField({ hit, words, onChange }: WordsFieldProps) {
  return (
    <label className="block">
      <span className="sr-only">What “{hit.label}” shows</span>
      <input
        value={words}
        maxLength={MAX_SHORT_TEXT_LENGTH}
        placeholder="Description for people who can't see it"
        onChange={(event) => onChange(event.target.value)}
        className={CONTROL_CLASS}
      />
      {words.trim() === "" ? <span className="mt-1 block text-xs font-semibold text-harbour">Alt text missing.</span> : null}
    </label>
  );
}

/** The field with the alt texts; it is visible only with an error or an edit conflict. */
function WordsOfPictures() {
  const { text, conflict } = useRecordField("pictureTexts");
  const errors = useContext(FieldErrorsContext)["pictureTexts"];
  if (conflict === undefined && errors === undefined) return <input type="hidden" name="pictureTexts" value={text} />;
  return (
    <RecordControl name="pictureTexts" label="What the pictures show" show={(of) => Object.values(readTexts(of)).join("\n")}>
      {({ id, name, value }) => <input type="hidden" id={id} name={name} value={value} />}
    </RecordControl>
  );
}

function readTexts(text: string): Readonly<Record<string, string>> {
  return (jsonOf(text) ?? {}) as Readonly<Record<string, string>>;
}
