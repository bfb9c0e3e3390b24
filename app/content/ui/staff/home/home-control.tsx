import { LayoutGridIcon, ListIcon, TypeIcon, type LucideIcon } from "lucide-react";
import { useRef, useState } from "react";
import { homeText, MAX_HOME_BLOCKS, PLAIN_HOME, type HomeBlock, type HomeBlockType, type HomeLayout } from "#app/content/domain/home.ts";
import { useLinkWords } from "#app/content/ui/staff/use-link-words.ts";
import { Button } from "#app/kit/button.tsx";
import { CONTROL_CLASS, type ControlProps } from "#app/kit/forms/control.ts";
import { HitPicker } from "#app/kit/pickers/record-picker.tsx";
import { announce } from "#app/kit/focus/announcer.tsx";
import { useFocusAfter } from "#app/kit/focus/use-focus-after.ts";
import { nextRow, rowLink } from "#app/kit/tree/row-link.ts";
import { TreeEditor } from "#app/kit/tree/tree-editor.tsx";
import { TreeField } from "#app/kit/tree/tree-field.tsx";
import { placeItem } from "#app/kit/tree/tree-moves.ts";
import { PictureUploads } from "#app/media/ui/staff/picture-picker.tsx";
import { MAX_TITLE_LENGTH, MAX_URL_LENGTH } from "#app/values/limits.ts";
import { blockName, HomeBlockFields, Labelled } from "./home-block-fields.tsx";
import { jsonOf } from "#app/values/json.ts";
import { counted } from "#texts/plural.ts";

const ADDS: readonly { readonly type: HomeBlockType; readonly label: string; readonly icon: LucideIcon }[] = [
  { type: "products", label: "Add products", icon: ListIcon },
  { type: "categories", label: "Add categories", icon: LayoutGridIcon },
  { type: "text", label: "Add text", icon: TypeIcon },
];

/** The home page's content above the menu as one form field: picture and button of its head, then blocks in order. */
export function HomeControl(props: ControlProps) {
  const { id, value, onChange } = props;
  const layout = layoutOf(value);
  const put = (part: Partial<HomeLayout>) => onChange(homeText({ ...layout, ...part }));
  return (
    <TreeField {...props} what="the home page" className="grid gap-6">
      {() => (
        <>
          <HomeHead id={id} layout={layout} put={put} />
          <HomeBlocks blocks={layout.blocks} put={(blocks) => put({ blocks })} />
        </>
      )}
    </TreeField>
  );
}

interface HomeHeadProps {
  readonly id: string;
  readonly layout: HomeLayout;
  readonly put: (part: Partial<HomeLayout>) => void;
}

function HomeHead({ id, layout, put }: HomeHeadProps) {
  const { button } = layout;
  return (
    <div className="grid gap-4">
      <Labelled id={`${id}-picture`} label="Picture">
        <HitPicker
          id={`${id}-picture`}
          name="home-picture"
          kind="media"
          below={PictureUploads}
          value={layout.pictureId === null ? "" : String(layout.pictureId)}
          onChange={(ids) => put({ pictureId: ids === "" ? null : Number(ids) })}
          aria-describedby={undefined}
          aria-invalid={undefined}
        />
      </Labelled>
      <label className="flex min-h-8 max-sm:min-h-11 items-center gap-2">
        <input
          type="checkbox"
          checked={button !== null}
          onChange={(event) => put({ button: event.target.checked ? { text: "", url: "" } : null })}
          className="size-5 accent-primary"
        />
        A button below the title
      </label>
      {button === null ? null : <ButtonFields id={id} button={button} onChange={(next) => put({ button: next })} />}
    </div>
  );
}

interface ButtonFieldsProps {
  readonly id: string;
  readonly button: NonNullable<HomeLayout["button"]>;
  readonly onChange: (button: HomeLayout["button"]) => void;
}

function ButtonFields({ id, button, onChange }: ButtonFieldsProps) {
  const { words, field } = useLinkWords(button.url, false);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Labelled id={`${id}-button`} label="Button text">
        <input
          id={`${id}-button`}
          value={button.text}
          maxLength={MAX_TITLE_LENGTH}
          onChange={(event) => onChange({ ...button, text: event.target.value })}
          className={CONTROL_CLASS}
        />
      </Labelled>
      <Labelled id={`${id}-url`} label="Link to">
        <input
          {...field}
          id={`${id}-url`}
          value={button.url}
          maxLength={MAX_URL_LENGTH}
          placeholder="/5/products or https://example.com"
          aria-describedby={`${id}-rule`}
          onChange={(event) => onChange({ ...button, url: event.target.value })}
          className={CONTROL_CLASS}
        />
        <p id={`${id}-rule`} className="wrap-anywhere text-ink-2">
          {words}
        </p>
      </Labelled>
    </div>
  );
}

interface HomeBlocksProps {
  readonly blocks: HomeLayout["blocks"];
  readonly put: (blocks: HomeLayout["blocks"]) => void;
}

/** The blocks as a tree of one level, with the fields of the open block. */
function HomeBlocks({ blocks, put }: HomeBlocksProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  const open = blocks.find((block) => block.id === openId);
  const rows = blocks.map((block) => ({ id: block.id, parentId: null, label: blockName(block), block }));
  const add = (type: HomeBlockType) => {
    const block = newBlock(type, blocks);
    put([...blocks, block]);
    setOpenId(block.id);
  };
  return (
    <div ref={area} className="grid gap-4">
      <h3 className="text-base font-semibold">Blocks above the menu</h3>
      {blocks.length === 0 ? (
        <p className="border-y border-hairline py-6 text-center text-ink-2">None yet: the menu follows the head of the page.</p>
      ) : (
        <TreeEditor
          label="Blocks of the home page"
          items={rows}
          maxDepth={1}
          pathOf={() => "#"}
          maxNameLength={0}
          detail={detailOf}
          local={{
            openId,
            onOpen: (row) => setOpenId(row === openId ? null : row),
            onMove: (row, place) => put(placeItem(rows, row, place).map((each) => each.block)),
          }}
        />
      )}
      <AddButtons isFull={blocks.length >= MAX_HOME_BLOCKS} onAdd={add} />
      {open === undefined ? null : (
        <HomeBlockFields
          key={open.id}
          block={open}
          onChange={(block) => put(blocks.map((each) => (each.id === block.id ? block : each)))}
          onRemove={() => {
            announce(`${blockName(open)} removed`);
            focusAfter(() => nextRow(area.current, rows, open.id));
            put(blocks.filter((each) => each.id !== open.id));
            setOpenId(null);
          }}
          onClose={() => {
            focusAfter(() => rowLink(area.current, open.id));
            setOpenId(null);
          }}
        />
      )}
    </div>
  );
}

function AddButtons({ isFull, onAdd }: { readonly isFull: boolean; readonly onAdd: (type: HomeBlockType) => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      {ADDS.map(({ type, label, icon: Icon }) => (
        <Button key={type} look="outline" size="desk" className="max-md:min-h-11" disabled={isFull} onClick={() => onAdd(type)}>
          <Icon aria-hidden className="size-4" /> {label}
        </Button>
      ))}
    </div>
  );
}

const NOUNS: Readonly<Record<"products" | "categories", readonly [string, string]>> = {
  products: ["product", "products"],
  categories: ["category", "categories"],
};

/** The text at the right of a row. */
function detailOf({ block }: { readonly block: HomeBlock }) {
  const isEmpty = block.type === "text" ? block.html === "" : block.ids.length === 0;
  if (isEmpty) return <span className="font-semibold text-beet">Nothing in it yet</span>;
  return <span className="max-sm:hidden">{block.type === "text" ? "Text" : counted(block.ids.length, ...NOUNS[block.type])}</span>;
}

function newBlock(type: HomeBlockType, blocks: readonly HomeBlock[]): HomeBlock {
  let at = blocks.length + 1;
  while (blocks.some((block) => block.id === `b${at}`)) at += 1;
  const id = `b${at}`;
  return type === "text" ? { id, type, title: "", html: "" } : { id, type, title: "", ids: [] };
}

/** Parses the field; a draft of this browser may be malformed. */
function layoutOf(text: string): HomeLayout {
  return { ...PLAIN_HOME, ...(jsonOf(text) as Partial<HomeLayout> | undefined) };
}
