import { eq } from "drizzle-orm";
import { addCartItem, getCart } from "#app/cart/workflows/change-cart.server.ts";
import { findOrderStatus, applyGuestEvent } from "#app/checkout/workflows/guest-order.server.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { orderItems, orders } from "#app/orders/data/tables.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { checkoutOf } from "#test/checkouts.ts";
import type { CallName, SecondName } from "./cells.ts";
import type { World } from "./world.ts";

const STAFF = { kind: "staff", userId: null, name: "Ana", isAdmin: true } as const;
export const STOCK = 20;
/** The refunded amounts in the scenes about refunds and weighing. */
export const REFUND = 500;
export const WEIGHED_OFF = 226;

/**
 * One customer with a cart of two counted dishes, and the staff who handle the order. In the weighing scenes the more expensive one is 500
 * g.
 */
export interface Scene {
  readonly world: World;
  readonly cartId: string;
  readonly isWeighed: boolean;
  readonly productIds: readonly number[];
  /** Payments with an open payment page, newest last. */
  readonly secrets: string[];
  /** The first order's link, once the checkout has responded. */
  token: string | null;
  /** Violations during the scene, whatever its outcome. */
  readonly complaints: string[];
}

export async function openScene(world: World, call: CallName): Promise<Scene> {
  const { services } = world.process;
  const productIds: number[] = [];
  let cartId: string | null = null;
  const isWeighed = call === "weigh";
  const kilo = { name: "Salmon", priceCents: 2000, weightUnit: "kg", weightStep: 100, quantity: 5 } as const;
  const dish = (priceCents: number) => ({ name: `Dish ${priceCents}`, priceCents, quantity: 1 });
  for (const { quantity, ...product } of [isWeighed ? kilo : dish(1000), dish(600)]) {
    const productId = await insertProduct(services.db, { ...product, stock: STOCK });
    productIds.push(productId);
    const added = await addCartItem(services, cartId, { productId, quantity, choices: [], note: "" });
    if (!added.ok) throw new Error(JSON.stringify(added.error));
    cartId = added.value.source.id;
  }
  return { world, cartId: cartId ?? "", isWeighed, productIds, secrets: [], token: null, complaints: [] };
}

/** Brings the order to the state before `call`. */
export async function prepare(scene: Scene, call: CallName): Promise<void> {
  if (call === "create") return;
  await checkout(scene);
  await pay(scene);
  if (call === "retrieve") return;
  await look(scene);
  if (call === "refund" || call === "weigh") await press(scene, { event: "accept", minutes: 20 });
}

/** Triggers the shop's call to the provider. */
export async function trigger(scene: Scene, call: CallName): Promise<void> {
  switch (call) {
    case "create":
      return checkout(scene);
    case "retrieve":
      return look(scene);
    case "capture":
      return press(scene, { event: "accept", minutes: 20 });
    case "void":
      return press(scene, { event: "reject", reason: "too_busy", text: "" });
    case "refund":
      return press(scene, { event: "refund", request: { kind: "amount", amount: REFUND }, reason: "sorry" });
    case "weigh":
      return weigh(scene, 400);
  }
}

export async function happen(scene: Scene, second: SecondName): Promise<void> {
  const { world } = scene;
  switch (second) {
    case "second checkout":
      return checkoutAgain(scene);
    case "customer cancels":
    case "customer arrives":
      if (scene.token === null) return;
      await applyGuestEvent(world.process.services, scene.token, second === "customer cancels" ? "cancel" : "arrived");
      return;
    case "note":
      return press(scene, { event: "note", text: "Mind the dog" });
    case "accept":
      return press(scene, { event: "accept", minutes: 20 });
    case "reject":
      return press(scene, { event: "reject", reason: "too_busy", text: "" });
    case "edit":
      return scene.isWeighed ? weigh(scene, 450) : removeOneLine(scene);
    case "swap":
      return swapOneLine(scene);
    case "undo":
      return press(scene, { event: "undo" });
    case "kill":
      return world.restart();
    case "reconcile":
      world.passMinutes(1);
      return world.minute();
    case "time passes":
      world.passMinutes(61);
      return world.minute();
  }
}

async function checkout(scene: Scene): Promise<void> {
  const { services } = scene.world.process;
  const cart = await getCart(services, scene.cartId);
  const result = await placeOrder(services, checkoutOf(scene.cartId, cart.priced.finalTotal));
  if (result.kind !== "ok") return;
  scene.token ??= result.placed.orderToken;
  const { clientSecret, orderToken } = result.placed;
  if (clientSecret === null) return;
  scene.secrets.push(clientSecret);
  const [order] = await services.db.select().from(orders).where(eq(orders.publicToken, orderToken));
  if (order?.status !== "awaiting_payment") scene.complaints.push(`a secret left for an order that is ${order?.status ?? "nowhere"}`);
}

/** In another tab, with its own key; a cart that an order emptied is filled again. */
async function checkoutAgain(scene: Scene): Promise<void> {
  const { services } = scene.world.process;
  const cart = await getCart(services, scene.cartId);
  const [productId] = scene.productIds;
  if (cart.priced.lines.length === 0 && productId !== undefined)
    await addCartItem(services, scene.cartId, { productId, quantity: 1, choices: [], note: "" });
  await checkout(scene);
}

/** The customer pays in every open page, the newest first. */
export async function pay(scene: Scene): Promise<void> {
  for (const secret of scene.secrets.splice(0).toReversed()) await scene.world.pay(secret);
}

export async function look(scene: Scene): Promise<void> {
  if (scene.token !== null) await findOrderStatus(scene.world.process.services, scene.token);
}

async function press(scene: Scene, command: OrderCommand): Promise<void> {
  const order = await firstOrder(scene);
  if (order === undefined) return;
  const { services } = scene.world.process;
  await applyOrderEvent(services, { orderId: order.id, version: order.version, actor: STAFF, command });
}

async function removeOneLine(scene: Scene): Promise<void> {
  const order = await firstOrder(scene);
  if (order === undefined) return;
  const [line] = await scene.world.process.services.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  if (line !== undefined) await press(scene, { event: "edit", removeItemIds: [line.id] });
}

async function weigh(scene: Scene, weight: number): Promise<void> {
  const order = await firstOrder(scene);
  if (order === undefined) return;
  const lines = await scene.world.process.services.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  const line = lines.find((each) => each.weight !== null);
  if (line !== undefined) await press(scene, { event: "edit", removeItemIds: [], weights: [{ id: line.id, weight }] });
}

/** Replaces one expensive dish by one more of the cheaper: within the authorization, and rejected once the card is charged. */
async function swapOneLine(scene: Scene): Promise<void> {
  const order = await firstOrder(scene);
  if (order === undefined) return;
  const lines = await scene.world.process.services.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  const [dear, cheap] = lines.toSorted((a, b) => b.unitPriceCents - a.unitPriceCents);
  if (dear === undefined || cheap === undefined) return;
  const units = [
    { id: dear.id, quantity: 0 },
    { id: cheap.id, quantity: cheap.quantity + 1 },
  ];
  await press(scene, { event: "edit", removeItemIds: [], units });
}

export async function firstOrder(scene: Scene): Promise<OrderRow | undefined> {
  if (scene.token === null) return undefined;
  const [order] = await scene.world.process.services.db.select().from(orders).where(eq(orders.publicToken, scene.token));
  return order;
}
