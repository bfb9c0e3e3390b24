/** A syntax node, with the fields this rule reads. */
interface Node {
  readonly type: string;
  readonly parent?: Node | null;
  readonly callee?: Node;
  readonly property?: Node;
  readonly object?: Node;
  readonly name?: string;
  readonly value?: unknown;
  readonly arguments?: readonly Node[];
  readonly argument?: Node | null;
  readonly expression?: Node;
  readonly declarations?: readonly { readonly init?: Node | null }[];
  readonly body?: Node | readonly Node[];
  readonly consequent?: Node | readonly Node[];
  readonly properties?: readonly { readonly key?: Node }[];
}
type Context = { report(finding: { node: unknown; message: string }): void };

const ACTIONS = new Set(["click", "dblclick", "tap", "press", "check", "uncheck", "setChecked", "selectOption"]);
const NAVIGATIONS = new Set(["goto", "reload", "goBack", "goForward", "openPage", "openWhole", "reloadPage", "signIn"]);

/**
 * Requires browser tests to await the effect of a click before the next navigation, which could otherwise cancel it under load. Also
 * forbids waiting for `networkidle` (half a second without requests), which a busy machine can reach between two requests.
 */
export const awaitBeforeNavigation = {
  create: (context: Context) => ({
    Literal: (node: Node) => {
      if (node.value === "networkidle")
        context.report({
          node,
          message: "networkidle depends on load: await what is needed, or open the page by openWhole() (e2e/fixtures.ts).",
        });
    },
    CallExpression: (node: Node) => {
      const name = calledName(node);
      if (name === undefined || !NAVIGATIONS.has(name)) return;
      const action = previousAwaited(node);
      const actionName = action && calledName(action);
      if (action && actionName && ACTIONS.has(actionName) && !isTrial(action))
        context.report({
          node,
          message: `${name}() right after ${actionName}(): await what the ${actionName} causes first (e2e/fixtures.ts).`,
        });
    },
  }),
};

/** "click" of `page.getByRole("button").click()`, "openPage" of `openPage(page, "/")`. */
function calledName({ type, callee }: Node): string | undefined {
  return type === "CallExpression" ? (callee?.property ?? callee)?.name : undefined;
}

/** `click({ trial: true })` only checks that a click is possible. */
function isTrial(action: Node): boolean {
  return action.arguments?.some(({ properties }) => properties?.some(({ key }) => key?.name === "trial")) === true;
}

/** The last await before this node, in its function or around its `test.step`. */
function previousAwaited(node: Node): Node | undefined {
  let statement = node;
  for (let parent = node.parent; parent; parent = parent.parent) {
    const siblings = [parent.body, parent.consequent].find(isList);
    const before = siblings?.slice(0, siblings.indexOf(statement)) ?? [];
    const awaited = lastAwaited(before);
    if (awaited) return awaited;
    if (parent.type.includes("Function") && !(parent.parent && calledName(parent.parent) === "step")) return undefined;
    statement = parent;
  }
  return undefined;
}

function lastAwaited(statements: readonly Node[]): Node | undefined {
  for (const statement of statements.toReversed()) {
    const awaited = awaitedIn(statement);
    if (awaited) return awaited;
  }
  return undefined;
}

/** The last awaited call of a statement, including blocks, branches, loops and `test.step`. */
function awaitedIn({ type, expression, declarations, body, consequent }: Node): Node | undefined {
  const value = type === "VariableDeclaration" ? declarations?.at(-1)?.init : expression;
  if (value?.type === "AwaitExpression") {
    const call = value.argument ?? undefined;
    const steps = call && calledName(call) === "step" ? call.arguments?.at(-1)?.body : undefined;
    return steps ? lastAwaited(isList(steps) ? steps : [steps]) : call;
  }
  const inner = body ?? consequent;
  if (inner === undefined || type.includes("Function") || type.includes("Class")) return undefined;
  return lastAwaited(isList(inner) ? inner : [inner]);
}

function isList(nodes: Node | readonly Node[] | undefined): nodes is readonly Node[] {
  return Array.isArray(nodes);
}
