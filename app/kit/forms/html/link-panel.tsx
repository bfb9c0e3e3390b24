import { useId, useState } from "react";
import { Button } from "#app/kit/button.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { HitCombobox } from "#app/kit/pickers/hit-combobox.tsx";
import type { Hit } from "#app/kit/pickers/hit.ts";
import { hasKey, textOf } from "#app/values/narrow.ts";
import { Panel, PanelText, type PanelProps } from "./panel.tsx";

/**
 * Records with an address in the shop. Products and categories are addressed by id; a link to a page stores its id along with its address.
 */
const KINDS = {
  page: { label: "A page", hrefOf: (hit: Hit) => hit.detail },
  product: { label: "A product", hrefOf: (hit: Hit) => `/products/${hit.id}` },
  category: { label: "A category", hrefOf: (hit: Hit) => `/${hit.id}/products` },
} as const;
type RecordKind = keyof typeof KINDS;
type LinkKind = RecordKind | "address";

function kindOf(value: string): LinkKind {
  return hasKey(KINDS, value) ? value : "address";
}

const ADDRESS = /^(?:https?:\/\/[^\s/]|mailto:|tel:|#|\/(?!\/))/i;

/** Links the selection, or inserts `text` as a link. */
function setLink(
  editor: PanelProps["editor"],
  link: Readonly<Record<"href" | "page" | "class", string | null>>,
  text: string | null,
): void {
  const chain = editor.chain().focus();
  if (text === null) chain.extendMarkRange("link").setMark("link", link).run();
  else chain.insertContent({ type: "text", text, marks: [{ type: "link", attrs: link }] }).run();
}

/** The target of the selected text. Without a selection the link brings its own text. */
export function LinkPanel({ editor, onClose, isFull }: PanelProps & { readonly isFull: boolean }) {
  const [before] = useState(() => ({
    isLink: editor.isActive("link"),
    isEmpty: editor.state.selection.empty && !editor.isActive("link"),
    attributes: editor.getAttributes("link"),
  }));
  const [kind, setKind] = useState<LinkKind>(textOf(before.attributes, "page") === undefined ? "address" : "page");
  const [href, setHref] = useState(textOf(before.attributes, "href") ?? "");
  const [page, setPage] = useState(textOf(before.attributes, "page") ?? null);
  const [words, setWords] = useState("");
  const [isButton, setButton] = useState(textOf(before.attributes, "class") === "button");
  const [refusal, setRefusal] = useState<{ readonly message: string } | null>(null);
  const set = () => {
    const address = href.trim();
    if (!ADDRESS.test(address)) {
      setRefusal({ message: kind === "address" ? "Begin with /, https://, mailto: or tel:." : "Choose where it leads." });
      return;
    }
    const text = before.isEmpty ? words.trim() || address : null;
    setLink(editor, { href: address, page: kind === "page" ? page : null, class: isButton ? "button" : null }, text);
    onClose();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange("link").unsetLink().run();
    onClose();
  };
  return (
    <Panel
      title="Link"
      done="Set link"
      onDone={set}
      onClose={onClose}
      problem={kind === "address" ? null : refusal?.message}
      more={
        before.isLink ? (
          <Button look="outline" size="desk" className="max-md:min-h-11" onClick={remove}>
            Remove link
          </Button>
        ) : null
      }
    >
      <TargetFields
        kind={kind}
        href={href}
        refusal={refusal}
        onKind={(next) => {
          setKind(next);
          setHref("");
          setPage(null);
          setRefusal(null);
        }}
        onHref={setHref}
        onRecord={(target, hit) => {
          setHref(KINDS[target].hrefOf(hit));
          setPage(target === "page" ? hit.id : null);
          if (words === "") setWords(hit.label);
          setRefusal(null);
        }}
      />
      {before.isEmpty ? <PanelText label="Link text" value={words} onChange={setWords} /> : null}
      {isFull ? <ButtonField isOn={isButton} onChange={setButton} /> : null}
    </Panel>
  );
}

function ButtonField({ isOn, onChange }: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }) {
  return (
    <label className="flex min-h-8 max-sm:min-h-11 items-center gap-2">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} className="size-5 accent-primary" />
      Show it as a button
    </label>
  );
}

interface TargetFieldsProps {
  readonly kind: LinkKind;
  readonly href: string;
  readonly refusal: { readonly message: string } | null;
  readonly onKind: (kind: LinkKind) => void;
  readonly onHref: (href: string) => void;
  readonly onRecord: (kind: RecordKind, hit: Hit) => void;
}

/** A typed address, or a record picker. */
function TargetFields({ kind, href, refusal, onKind, onHref, onRecord }: TargetFieldsProps) {
  const id = useId();
  return (
    <div className="grid gap-3 sm:grid-cols-[10rem_1fr]">
      <div className="grid content-start gap-1">
        <label htmlFor={`${id}-kind`} className="font-semibold">
          Link to
        </label>
        <select id={`${id}-kind`} value={kind} onChange={(event) => onKind(kindOf(event.target.value))} className={CONTROL_CLASS}>
          <option value="address">An address</option>
          {Object.entries(KINDS).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {kind === "address" ? (
        <PanelText label="Address" value={href} onChange={onHref} placeholder="/about or https://example.com" isFirst refusal={refusal} />
      ) : (
        <div className="grid gap-1">
          <label htmlFor={`${id}-hit`} className="font-semibold">
            Which one
          </label>
          <HitCombobox key={kind} id={`${id}-hit`} kind={kind} taken={[]} placeholder="Search" onPick={(hit) => onRecord(kind, hit)} />
          <p role="status" className="wrap-anywhere text-ink-2">
            {href === "" ? "" : `Leads to ${href}${kind === "page" ? ", and follows the page when its address changes." : ""}`}
          </p>
        </div>
      )}
    </div>
  );
}
