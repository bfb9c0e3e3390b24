import type { Dice } from "#test/torture/size.ts";

export type Field = readonly [name: string, value: string];

/** A form in a page's HTML. */
export interface PageForm {
  /** Its address, with the query. */
  readonly action: string;
  readonly isMultipart: boolean;
  readonly controls: readonly Control[];
}

interface Control {
  readonly name: string;
  /** The allowed values; empty = a free text. */
  readonly values: readonly string[];
  readonly kind: "value" | "file" | "button" | "box";
}

/** The POST forms of a page. React writes attributes with double quotes, and forms are never nested. */
export function formsOf(html: string, pageAddress: string): readonly PageForm[] {
  const buttons = [...html.matchAll(/<button\b([^>]*)>/g)].map(([, text = ""]) => attributesOf(text));
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(([, head = "", inner = ""]) => {
    const form = attributesOf(head);
    if (form.get("method")?.toLowerCase() !== "post") return [];
    const outside = buttons.filter((button) => button.get("form") === form.get("id") && form.has("id"));
    const actions = [...inner.matchAll(/\bformaction="([^"]*)"/gi)].map(([, action = ""]) => unescaped(action));
    return [form.get("action") ?? pageAddress, ...new Set(actions)].map((action) => ({
      action,
      isMultipart: form.get("enctype") === "multipart/form-data",
      controls: [...controlsOf(inner), ...outside.flatMap(buttonOf)],
    }));
  });
}

function controlsOf(html: string): readonly Control[] {
  const inputs = [...html.matchAll(/<input\b([^>]*)>/g)].flatMap(([, text = ""]): readonly Control[] => {
    const input = attributesOf(text);
    const name = input.get("name");
    if (name === undefined) return [];
    const type = input.get("type") ?? "text";
    const kind = type === "file" ? "file" : type === "checkbox" || type === "radio" ? "box" : "value";
    return [{ name, values: [input.get("value") ?? (kind === "box" ? "on" : "")], kind }];
  });
  const areas = [...html.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g)].flatMap(
    ([, text = "", value = ""]): readonly Control[] => {
      const name = attributesOf(text).get("name");
      return name === undefined ? [] : [{ name, values: [unescaped(value)], kind: "value" }];
    },
  );
  const selects = [...html.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)].flatMap(([, text = "", inner = ""]): readonly Control[] => {
    const name = attributesOf(text).get("name");
    const values = [...inner.matchAll(/<option\b([^>]*)>/g)].map(([, option = ""]) => attributesOf(option).get("value") ?? "");
    return name === undefined ? [] : [{ name, values, kind: "value" }];
  });
  const buttons = [...html.matchAll(/<button\b([^>]*)>/g)].flatMap(([, text = ""]) => buttonOf(attributesOf(text)));
  return [...inputs, ...areas, ...selects, ...buttons];
}

function buttonOf(button: ReadonlyMap<string, string>): readonly Control[] {
  const name = button.get("name");
  return name === undefined ? [] : [{ name, values: [button.get("value") ?? ""], kind: "button" }];
}

/** What a browser would send: each control's value, some of the checkboxes, one of the buttons. */
export function filledIn({ controls }: PageForm, dice: Dice): readonly Field[] {
  const fields = controls.filter(({ kind }) => kind === "value" || kind === "file" || (kind === "box" && dice.chance(50)));
  const buttons = controls.filter(({ kind }) => kind === "button");
  const pressed = buttons.length === 0 ? [] : [dice.pick(buttons)];
  return [...fields, ...pressed].map(({ name, values }) => [name, values.length === 0 ? "" : dice.pick(values)]);
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [name.toLowerCase(), unescaped(value)]));
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll(/&#x27;|&#39;/g, "'")
    .replaceAll("&amp;", "&");
}
