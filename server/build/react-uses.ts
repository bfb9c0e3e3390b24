import { parseAst, Visitor, type ESTree } from "vite";

const SOURCES = /^react(?:-dom|-dom\/client|-router|\/jsx-runtime)?(?:\/index)?(?:\.js)?$/;
/** What bundlers and compilers wrap a required module in; it hands the module on. */
const WRAPPER = /^_*(?:toESM|interop\w*)$/i;
const HANDED_ON = "all of a library, which it hands on";
const FRAGMENT_REF = "ref on a Fragment";

type Found = ESTree.Node | null | undefined;

/**
 * The first of `names` that a module takes from React or the router, whatever it calls it there: by import, by re-export, by `require`, or from the
 * library as a whole; or a ref on a Fragment, or props for one that may hold a ref; or that it hands the whole library on to where this cannot look (exports it,
 * answers it, passes it to a function, keeps it in an object). `code` is JavaScript. Names are not told apart by where they are declared, so it may find too much. Not
 * seen are: a name or a source that is only put together while the module runs (`React[name]`, `require(name)`); a library that is reached otherwise than by its
 * name (a global variable, a file's path); a Fragment that comes by way of a function, a property or a choice (`isBare ? Fragment : "div"`).
 */
export function usedOf(code: string, names: ReadonlySet<string>): string | undefined {
  if (!/["'`]react(?:-dom|-router|\/|["'`])/.test(code)) return undefined;
  const program = parseAst(code);
  const known = new Known();
  let before: number;
  do {
    before = known.size;
    new Visitor(learning(known)).visit(program);
  } while (known.size > before);
  const asked = [...known.taken].find((name) => names.has(name));
  if (asked !== undefined) return asked;
  const found: string[] = [];
  new Visitor(handingOn(known, () => found.push(HANDED_ON))).visit(program);
  new Visitor({
    ExportAllDeclaration: ({ source }) => {
      if (SOURCES.test(source.value)) found.push(`all of ${source.value}`);
    },
    CallExpression: ({ arguments: [type, props] }) => {
      if (known.isFragment(type) && mayHoldRef(props)) found.push(FRAGMENT_REF);
    },
  }).visit(program);
  return found[0];
}

/** What a module's names stand for. */
class Known {
  /** Names for a whole library, and for React's Fragment. */
  readonly #whole = new Set<string>();
  readonly #fragments = new Set<string>();
  /** Names that are taken from a library, as they are called there. */
  readonly taken = new Set<string>();

  get size(): number {
    return this.#whole.size + this.#fragments.size + this.taken.size;
  }

  /** Whether an expression is a whole library, or a promise of one. */
  isWhole(node: Found): boolean {
    switch (node?.type) {
      case "Identifier":
        return this.#whole.has(node.name);
      case "ImportExpression":
        return SOURCES.test(textOf(node.source) ?? "");
      case "AwaitExpression":
        return this.isWhole(node.argument);
      case "ParenthesizedExpression":
      case "ChainExpression":
        return this.isWhole(node.expression);
      case "SequenceExpression":
        return this.isWhole(node.expressions.at(-1));
      case "AssignmentExpression":
        return this.isWhole(node.right);
      case "LogicalExpression":
        return this.isWhole(node.left) || this.isWhole(node.right);
      case "ConditionalExpression":
        return this.isWhole(node.consequent) || this.isWhole(node.alternate);
      case "MemberExpression":
        return memberName(node) === "default" && this.isWhole(node.object);
      case "ObjectExpression":
        return node.properties.some((each) => each.type === "SpreadElement" && this.isWhole(each.argument));
      case "CallExpression":
        return isRequired(node) || (isWrapper(node) && this.isWhole(node.arguments[0]));
      default:
        return false;
    }
  }

  isFragment(node: Found): boolean {
    if (node?.type === "Identifier") return this.#fragments.has(node.name);
    return node?.type === "MemberExpression" && memberName(node) === "Fragment" && this.isWhole(node.object);
  }

  /** `local`: what it is called here, if it gets a name. */
  take(name: string | undefined, local?: Found): void {
    if (name === undefined) return;
    if (name === "default") return this.bindWhole(local);
    this.taken.add(name);
    const own = local?.type === "AssignmentPattern" ? local.left : local;
    if (name === "Fragment" && own?.type === "Identifier") this.#fragments.add(own.name);
  }

  /** A whole library gets a name, or is taken apart. */
  bindWhole(target: Found): void {
    if (target?.type === "Identifier") this.#whole.add(target.name);
    else if (target?.type === "AssignmentPattern") this.bindWhole(target.left);
    else if (target?.type === "ObjectPattern")
      for (const each of target.properties)
        if (each.type === "RestElement") this.bindWhole(each.argument);
        else this.take(propertyName(each.key, each.computed), each.value);
  }

  bind(target: Found, value: Found): void {
    if (this.isWhole(value)) this.bindWhole(target);
    if (this.isFragment(value) && target?.type === "Identifier") this.#fragments.add(target.name);
  }
}

/** Learns what a module's names stand for; visited until nothing new is learned, as a name may be used above where it is bound. */
function learning(known: Known): ConstructorParameters<typeof Visitor>[0] {
  return {
    ImportDeclaration: ({ source, specifiers }) => {
      if (!SOURCES.test(source.value)) return;
      for (const each of specifiers)
        if (each.type === "ImportSpecifier") known.take(keyName(each.imported), each.local);
        else known.bindWhole(each.local);
    },
    ExportNamedDeclaration: ({ source, specifiers }) => {
      if (source && SOURCES.test(source.value)) for (const each of specifiers) known.take(keyName(each.local));
    },
    VariableDeclarator: ({ id, init }) => known.bind(id, init),
    AssignmentExpression: ({ left, right }) => known.bind(left, right),
    MemberExpression: (node) => {
      if (known.isWhole(node.object)) known.take(memberName(node));
    },
    CallExpression: (node) => {
      const then = thenOf(node, known);
      if (then !== undefined && isFunction(then)) known.bindWhole(then.params[0]);
    },
  };
}

/** Calls `found` wherever a whole library goes out of sight. */
function handingOn(known: Known, found: () => void): ConstructorParameters<typeof Visitor>[0] {
  const look = (...nodes: readonly Found[]) => {
    if (nodes.some((node) => known.isWhole(node?.type === "SpreadElement" ? node.argument : node))) found();
  };
  return {
    ExportNamedDeclaration: ({ source, specifiers, declaration }) => {
      if (source === null) look(...specifiers.map(({ local }) => local));
      else if (SOURCES.test(source.value) && specifiers.some(({ local }) => keyName(local) === "default")) found();
      if (declaration?.type === "VariableDeclaration") look(...declaration.declarations.map(({ init }) => init));
    },
    ExportDefaultDeclaration: ({ declaration }) => look(declaration),
    AssignmentExpression: ({ left, right }) => {
      if (left.type === "MemberExpression") look(right);
    },
    CallExpression: (node) => {
      const then = thenOf(node, known);
      if (then !== undefined && !isFunction(then)) found();
      if (!isWrapper(node)) look(...node.arguments);
    },
    NewExpression: ({ arguments: passed }) => look(...passed),
    ReturnStatement: ({ argument }) => look(argument),
    ArrowFunctionExpression: ({ body }) => look(body),
    Property: ({ value }) => look(value),
    PropertyDefinition: ({ value }) => look(value),
    ArrayExpression: ({ elements }) => look(...elements),
  };
}

/** What is done with a library once its promise is kept. */
function thenOf({ callee, arguments: [first] }: ESTree.CallExpression, known: Known): Found {
  return callee.type === "MemberExpression" && memberName(callee) === "then" && known.isWhole(callee.object) ? first : undefined;
}

function isFunction(node: Found): node is ESTree.Function | ESTree.ArrowFunctionExpression {
  return node?.type === "ArrowFunctionExpression" || node?.type === "FunctionExpression";
}

function isRequired({ callee, arguments: [source] }: ESTree.CallExpression): boolean {
  return callee.type === "Identifier" && callee.name.endsWith("require") && SOURCES.test(textOf(source) ?? "");
}

function isWrapper({ callee }: ESTree.CallExpression): boolean {
  return callee.type === "Identifier" && WRAPPER.test(callee.name);
}

/** Whatever is not written out may hold one. */
function mayHoldRef(props: Found): boolean {
  if (props?.type === "ObjectExpression")
    return props.properties.some((each) => each.type === "SpreadElement" || propertyName(each.key, each.computed) === "ref");
  return props !== undefined && props !== null && props.type !== "Literal";
}

function memberName({ property, computed }: ESTree.MemberExpression): string | undefined {
  return propertyName(property, computed);
}

function propertyName(key: ESTree.Node, isComputed: boolean): string | undefined {
  return isComputed ? textOf(key) : keyName(key);
}

function keyName(key: ESTree.Node): string | undefined {
  return key.type === "Identifier" ? key.name : textOf(key);
}

/** What a literal says. */
function textOf(node: Found): string | undefined {
  if (node?.type === "Literal") return String(node.value);
  return node?.type === "TemplateLiteral" && node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined;
}
