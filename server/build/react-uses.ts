import { parseAst, Visitor, type ESTree } from "vite";

const SOURCES = /^react(?:-dom|-dom\/client|-router|\/jsx-runtime)?$/;

/**
 * The first of `names` that a module takes from React or the router, whatever it calls it there: by import, by re-export, by `require`, or from the
 * library as a whole; or a ref on a Fragment. `code` is JavaScript. A name that is only put together while the module runs is not seen.
 */
export function usedOf(code: string, names: ReadonlySet<string>): string | undefined {
  if (!/["']react(?:-dom|-router|\/|["'])/.test(code)) return undefined;
  const program = parseAst(code);
  const whole = new Set<string>();
  const fragments = new Set<string>();
  const found: string[] = [];
  const take = (name: string | undefined, local?: string) => {
    if (name === undefined) return;
    if (names.has(name)) found.push(name);
    if (name === "Fragment" && local !== undefined) fragments.add(local);
  };
  const isWhole = (node: ESTree.Node | null | undefined): boolean => {
    if (!node) return false;
    if (node.type === "Identifier") return whole.has(node.name);
    if (node.type === "ImportExpression") return node.source.type === "Literal" && SOURCES.test(String(node.source.value));
    if (node.type === "AwaitExpression") return isWhole(node.argument);
    if (node.type === "ObjectExpression") return node.properties.some((each) => each.type === "SpreadElement" && isWhole(each.argument));
    if (node.type !== "CallExpression") return false;
    const [first] = node.arguments;
    // What bundlers wrap a required module in hands it on.
    return (first?.type === "Literal" && isRequire(node) && SOURCES.test(String(first.value))) || isWhole(first);
  };
  const declare = ({ id, init }: ESTree.VariableDeclarator) => {
    if (id.type === "Identifier" && isWhole(init)) whole.add(id.name);
    if (id.type === "Identifier" && init?.type === "MemberExpression" && isWhole(init.object)) take(memberName(init), id.name);
    if (id.type !== "ObjectPattern" || !isWhole(init)) return;
    for (const each of id.properties)
      if (each.type === "Property") take(keyName(each.key), each.value.type === "Identifier" ? each.value.name : undefined);
  };
  const importFrom = ({ source, specifiers }: ESTree.ImportDeclaration) => {
    if (!SOURCES.test(source.value)) return;
    for (const each of specifiers)
      if (each.type === "ImportSpecifier") take(keyName(each.imported), each.local.name);
      else whole.add(each.local.name);
  };
  const isFragment = (node: ESTree.Node | undefined) =>
    node?.type === "Identifier"
      ? fragments.has(node.name)
      : node?.type === "MemberExpression" && isWhole(node.object) && memberName(node) === "Fragment";
  new Visitor({ ImportDeclaration: importFrom, VariableDeclarator: declare }).visit(program);
  new Visitor({
    ExportNamedDeclaration: ({ source, specifiers }) => {
      if (source && SOURCES.test(source.value)) for (const each of specifiers) take(keyName(each.local));
    },
    ExportAllDeclaration: ({ source }) => {
      if (SOURCES.test(source.value)) found.push(`all of ${source.value}`);
    },
    MemberExpression: (node) => {
      if (isWhole(node.object)) take(memberName(node));
    },
    CallExpression: ({ arguments: [type, props] }) => {
      const hasRef =
        props?.type === "ObjectExpression" && props.properties.some((each) => each.type === "Property" && keyName(each.key) === "ref");
      if (hasRef && isFragment(type)) found.push("ref on a Fragment");
    },
  }).visit(program);
  return found[0];
}

function isRequire({ callee }: ESTree.CallExpression): boolean {
  return callee.type === "Identifier" && callee.name.endsWith("require");
}

function memberName({ property, computed }: ESTree.MemberExpression): string | undefined {
  return computed && property.type === "Identifier" ? undefined : keyName(property);
}

function keyName(key: ESTree.Node): string | undefined {
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" ? String(key.value) : undefined;
}
