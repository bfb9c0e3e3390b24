/** A syntax node, with the fields this rule reads. */
interface Node {
  readonly type: string;
  readonly parent?: Node | null;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked?: string | null } }[];
  readonly name?: string | { readonly name?: string };
  readonly callee?: Node;
  readonly key?: Node;
}
type Context = { report(finding: { node: unknown; message: string }): void };

const MESSAGE = "What customers read comes from the catalogue of texts (app/texts, docs/decisions/0035-texts.md).";

/** Starts like a sentence or a label, or ends like a sentence, unlike class names, keys and codes. */
const READS_LIKE_TEXT = /^[“‘]?\p{Lu}\p{Ll}|^\p{Lu} |\p{L} .*[.!?…:]$/u;
/** "Content-Type", "ETag". */
const HEADER_NAME = /^[A-Z]\w*(?:-[A-Z]\w*)+$|^ETag$/;
/** "&nbsp;" */
const ENTITY = /&#?\w+;/g;
/** "Figtree,Arial,sans-serif" */
const FONTS = /,(?:sans-)?serif$/;
/** "InStock" */
const NAME_IN_CODE = /^(?:[A-Z][a-z]+){2,}$/;
/** Uses of a string that do not show it: compared, a name, thrown, imported. */
const NOT_SHOWN = new Set([
  "BinaryExpression",
  "SwitchCase",
  "ImportDeclaration",
  "ImportExpression",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "TSLiteralType",
  "TSEnumMember",
  "TSImportType",
]);
const HIDDEN_ATTRIBUTES = /^(?:class|className|href|src|id|name|type|rel|target|d|viewBox|data-.*|autoComplete|inputMode)$/;

/** Reports texts in the code of the shop's pages and emails that belong in the catalogue. */
export const textsFromCatalogue = {
  create: (context: Context) => ({
    JSXText: (node: Node) => {
      if (/\p{L}/u.test(String(node.value).replaceAll(ENTITY, ""))) context.report({ node, message: MESSAGE });
    },
    Literal: (node: Node) => {
      if (typeof node.value === "string") check(context, node, node.value);
    },
    TemplateLiteral: (node: Node) => check(context, node, node.quasis?.map(({ value }) => value.cooked ?? "").join("\u0001") ?? ""),
  }),
};

function check(context: Context, node: Node, text: string): void {
  if (!READS_LIKE_TEXT.test(text) || HEADER_NAME.test(text) || NAME_IN_CODE.test(text) || FONTS.test(text)) return;
  const { parent } = node;
  if (!parent || NOT_SHOWN.has(parent.type) || (parent.type === "Property" && parent.key === node)) return;
  // Linked data (schema.org): `"@type": "Restaurant"`.
  if (parent.type === "Property" && String(parent.key?.value).startsWith("@")) return;
  const attribute = attributeOf(node);
  if (attribute !== undefined && HIDDEN_ATTRIBUTES.test(attribute)) return;
  if (parent.type === "NewExpression" && parent.callee && nameOf(parent.callee).endsWith("Error")) return;
  // A log line (kit/warn.ts).
  if (parent.type === "CallExpression" && parent.callee && nameOf(parent.callee) === "warn") return;
  context.report({ node, message: MESSAGE });
}

/** The attribute that the node is the value of, or a part of it. */
function attributeOf(node: Node): string | undefined {
  for (let each = node.parent; each; each = each.parent) {
    if (each.type === "JSXAttribute") return nameOf(each);
    if (each.type === "JSXElement" || each.type.includes("Function")) return undefined;
  }
  return undefined;
}

function nameOf({ name }: Node): string {
  return typeof name === "string" ? name : (name?.name ?? "");
}
