import { useId } from "react";
import type { HomeBlock } from "#app/content/domain/home.ts";
import { Button } from "#app/kit/button.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { HtmlControl } from "#app/kit/forms/html-control.tsx";
import { PictureUploadContext } from "#app/kit/forms/html/picture-upload.ts";
import { HitPicker } from "#app/kit/pickers/record-picker.tsx";
import { drawPictureUploads } from "#app/media/ui/staff/picture-picker.tsx";
import { MAX_TITLE_LENGTH } from "#app/values/limits.ts";

const KINDS = { text: "Text", products: "Products", categories: "Categories" } as const;

/** The name of a block in lists: its title, else its type. */
export function blockName({ title, type }: HomeBlock): string {
  return title === "" ? KINDS[type] : title;
}

interface HomeBlockFieldsProps {
  readonly block: HomeBlock;
  readonly onChange: (block: HomeBlock) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** The fields of one block of the home page. */
export function HomeBlockFields({ block, onChange, onRemove, onClose }: HomeBlockFieldsProps) {
  const id = useId();
  const bare = { "aria-describedby": undefined, "aria-invalid": undefined } as const;
  return (
    <fieldset className="grid min-w-0 gap-4 rounded border border-hairline bg-canvas p-4">
      <legend className="sr-only">{blockName(block)}</legend>
      <Labelled id={`${id}-title`} label="Title of the block">
        <input
          id={`${id}-title`}
          value={block.title}
          maxLength={MAX_TITLE_LENGTH}
          placeholder={block.type === "text" ? "" : `Our favourite ${block.type}`}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a click on its row
          autoFocus
          onChange={(event) => onChange({ ...block, title: event.target.value })}
          className={CONTROL_CLASS}
        />
      </Labelled>
      {block.type === "text" ? (
        <div className="grid gap-1">
          <span id={`${id}-label`} className="font-semibold">
            Text
          </span>
          <PictureUploadContext value={drawPictureUploads}>
            <HtmlControl
              {...bare}
              id={`${id}-html`}
              name="home-text"
              labelId={`${id}-label`}
              tools="page"
              value={block.html}
              onChange={(html) => onChange({ ...block, html })}
            />
          </PictureUploadContext>
        </div>
      ) : (
        <Labelled id={`${id}-ids`} label={KINDS[block.type]}>
          <HitPicker
            {...bare}
            id={`${id}-ids`}
            name="home-records"
            kind={block.type === "products" ? "product" : "category"}
            isMany
            value={block.ids.join(",")}
            onChange={(ids) => onChange({ ...block, ids: ids.split(",").filter(Boolean).map(Number) })}
          />
        </Labelled>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="outline" size="desk" className="max-md:min-h-11" onClick={onClose}>
          Close
        </Button>
        <Button look="danger-outline" size="desk" className="max-md:min-h-11" onClick={onRemove}>
          Remove this block
        </Button>
      </div>
    </fieldset>
  );
}

export function Labelled({ id, label, children }: { readonly id: string; readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children}
    </div>
  );
}
