import { WEIGHT_UNITS } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { z } from "zod";
import { CUSTOMIZATION_KINDS } from "#app/catalogue/domain/customization/customization.ts";
import { ORDER_STATUSES, PAYMENT_STATES, REASON_CODES } from "#app/orders/domain/order.ts";
import { FULFILLMENTS } from "#app/store/domain/fulfillment.ts";

/*
 * Schemas of the public calls' responses, used in /api/openapi.json. Tests validate real responses against them, so the description cannot
 * drift from the code.
 */

/** Amounts without `multipleOf: 0.01`: 8.95 is no exact multiple in binary floating point, so validators would reject it. */
export const dollars = z
  .number()
  .refine((amount) => amount === Math.round(amount * 100) / 100)
  .meta({ description: "Major units of the currency (dollars, euros, yen), exact." });
export const instant = z.iso.datetime().meta({ description: "ISO 8601, UTC." });
export const fulfillment = z.enum(FULFILLMENTS);
const count = z.int().min(0);
const id = z.int().min(1);
const uuid = z.guid();

export const problemAnswer = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    message: z.string().meta({ description: "The same sentence as `detail`: written for people." }),
    errors: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "Problem", description: "An error in the form of RFC 9457." });

const appliedPromotion = z
  .strictObject({
    promotion_id: id.nullable().meta({ description: "null: a discount by staff." }),
    title: z.string(),
    code: z.string().nullable(),
    kind: z.string(),
    amount: dollars,
    explanation: z.string(),
  })
  .meta({ id: "AppliedPromotion" });

const notApplied = z
  .strictObject({
    promotion_id: id.nullable(),
    code: z.string().nullable(),
    title: z.string().nullable(),
    reason: z.string(),
    message: z.string(),
    shortfall: z
      .strictObject({ kind: z.enum(["cents", "items"]), amount: z.number() })
      .nullable()
      .meta({ description: "kind cents: amount in major units." }),
  })
  .meta({ id: "NotAppliedPromotion", description: "A promotion or code that gives nothing now, and what would help." });

export const taxLine = z
  .strictObject({ label: z.string(), rate: z.number().meta({ description: "Percent." }), base: dollars, amount: dollars })
  .meta({ id: "TaxLine" });

export const lineWeight = z
  .strictObject({
    unit: z.enum(WEIGHT_UNITS),
    steps: count.meta({ description: "Steps of the product, as in a cart; stock counts them too." }),
    ordered: count,
    actual: count.nullable().meta({ description: "null = not weighed yet." }),
    charged: count.meta({
      description:
        "What the amount of the line is for: as ordered until it is weighed, then at most what it weighs. More than `actual` if it was weighed after its day was closed: the difference is a refund.",
    }),
    paid: count.meta({ description: "What is paid for after that refund; otherwise as `charged`." }),
  })
  .nullable()
  .meta({ description: "Grams, or hundredths of a pound. null = sold by the piece." });

const cartItem = z
  .strictObject({
    id: z.string(),
    product_id: id,
    name: z.string(),
    image: z.string().nullable(),
    qty: count,
    quantity: count,
    customizations: z.array(z.strictObject({ template_id: id, option_id: id.nullable(), qty: count, text: z.string().nullable() })),
    note: z.string(),
    unit_price: dollars,
    line_total: dollars,
    discount: dollars,
    weight: lineWeight,
    max_quantity: count.meta({ description: "The largest quantity of this line; changes beyond it are refused." }),
    pickup_only: z.boolean(),
    is_free_item: z.boolean(),
    promotion_id: id.nullable(),
  })
  .meta({ id: "CartItem" });

const cartProblem = z
  .strictObject({ code: z.string(), cart_item_id: z.string().nullable(), message: z.string(), blocks: z.boolean() })
  .meta({ id: "CartProblem", description: "Stops the checkout (blocks), or is only pointed out." });

const giftShape = { product_id: id, name: z.string(), unit_price: dollars };
const freeItem = z
  .strictObject({
    promotion_id: id,
    ...giftShape,
    qty: count,
    choices: z
      .array(z.strictObject(giftShape))
      .meta({ description: "What the offer can give now; choose with gift_choice of PATCH /api/cart." }),
    instead_of: z.string().nullable().meta({ description: "What was chosen and cannot be had; this one is given in its place." }),
  })
  .meta({ id: "FreeItem" });

export const cartAnswer = z
  .strictObject({
    id: uuid.nullable().meta({ description: "null: this browser has no cart yet." }),
    version: count,
    hash: z.string(),
    cart_items: z.array(cartItem),
    customizations: z.record(
      z.string(),
      z.array(z.strictObject({ group: z.string(), option: z.string(), qty: count, free_qty: count, price: dollars })),
    ),
    badge: count,
    subTotal: dollars,
    promotion_discount: dollars,
    delivery_fee: dollars,
    delivery_discount: dollars,
    tax: dollars,
    tax_included: z.boolean(),
    tax_lines: z.array(taxLine),
    tip: dollars,
    tipPercentage: z.number().nullable(),
    total: dollars,
    final_total: dollars.meta({ description: "total minus promotion_discount: what is charged." }),
    free_items: z.array(freeItem),
    coupon_codes: z.array(z.string()),
    applied_promotions: z.array(appliedPromotion),
    not_applied: z.array(notApplied),
    fulfillment,
    requested_for: instant.nullable(),
    postal_code: z.string().nullable(),
    problems: z.array(cartProblem),
  })
  .meta({ id: "Cart" });

export const applyAnswer = z.strictObject({
  totalDiscount: dollars,
  appliedPromotions: z.array(appliedPromotion),
  couponCodes: z.array(z.string()),
  freeItems: z.array(freeItem),
  notApplied: z.array(notApplied),
  cart: cartAnswer,
});

export const checkoutAnswer = z.strictObject({
  orderToken: z.string(),
  clientSecret: z.string().nullable().meta({ description: "null: nothing to pay by card; the order is received." }),
  publishableKey: z.string().nullable(),
  amount: dollars,
  gateway: z.enum(["stripe", "simulator", "none"]),
});

export const slotsAnswer = z.strictObject({
  fulfillment,
  date: z.iso.date(),
  asap: z.strictObject({ promised_at: instant.nullable(), message: z.string().nullable() }),
  dates: z.array(z.iso.date()),
  slots: z.array(z.strictObject({ starts_at: instant, ends_at: instant, label: z.string(), is_full: z.boolean(), is_busy: z.boolean() })),
});

const orderStatusItem = z.strictObject({
  id: uuid,
  product_id: id,
  name: z.string(),
  image: z.string().nullable(),
  qty: count,
  unit_price: dollars,
  line_total: dollars,
  discount: dollars,
  weight: lineWeight,
  is_free_item: z.boolean(),
  options: z.array(z.strictObject({ group: z.string(), name: z.string(), qty: count })),
  is_reviewed: z.boolean(),
});

const payment = z.strictObject({
  state: z.enum(PAYMENT_STATES),
  gateway: z.enum(["stripe", "simulator", "none"]),
  is_test: z.boolean(),
  intent_status: z.string().nullable(),
  last_error: z.string().nullable(),
  captured: dollars,
  refunded: dollars,
  refunds: z.array(z.strictObject({ amount: dollars, status: z.string(), created_at: instant })),
});

export const orderStatusAnswer = z
  .strictObject({
    number: z.string().nullable(),
    status: z.enum(ORDER_STATUSES),
    version: count,
    sentence: z.string(),
    first_name: z.string(),
    fulfillment,
    requested_for: instant.nullable(),
    promised_at: instant.nullable(),
    placed_at: instant.nullable(),
    accepted_at: instant.nullable(),
    preparing_at: instant.nullable(),
    ready_at: instant.nullable(),
    out_at: instant.nullable(),
    completed_at: instant.nullable(),
    ended_at: instant.nullable(),
    arrived_at: instant.nullable(),
    reason: z.strictObject({ code: z.enum(REASON_CODES), text: z.string() }).nullable(),
    payment,
    items: z.array(orderStatusItem),
    subTotal: dollars,
    promotion_discount: dollars,
    delivery_fee: dollars,
    tax: dollars,
    tax_included: z.boolean(),
    tax_lines: z.array(taxLine),
    tip: dollars,
    total: dollars,
    final_total: dollars,
    applied_promotions: z.array(z.strictObject({ title: z.string(), code: z.string().nullable(), amount: dollars })),
    can_cancel: z.boolean(),
    can_arrive: z.boolean(),
    can_review: z.boolean(),
    is_waiting_long: z.boolean(),
    store: z.strictObject({ name: z.string(), address: z.string().nullable(), telephone: z.string().nullable(), time_zone: z.string() }),
  })
  .meta({ id: "OrderStatus" });

const productCard = z
  .strictObject({
    id,
    name: z.string(),
    summary: z.string(),
    price: dollars,
    price_is_from: z.boolean(),
    price_per: z.string().meta({ description: '" / kg" of what is sold by weight, as it stands behind the price; else "".' }),
    has_required_choices: z.boolean(),
    image: z.string().nullable(),
    tags: z.array(z.string()),
    dietary_tags: z.array(z.string()),
    sold_out: z.boolean(),
  })
  .meta({ id: "ProductCard" });

export const suggestionsAnswer = z
  .strictObject({
    categories: z.array(z.strictObject({ id, name: z.string() })),
    products: z.array(
      productCard.pick({ id: true, name: true, price: true, price_is_from: true, price_per: true, image: true, sold_out: true }),
    ),
  })
  .meta({ id: "Suggestions" });

export const productsAnswer = z.strictObject({
  products: z.array(productCard),
  total: count.meta({ description: "On all pages together; a search counts no further than 1000." }),
  page: count,
  per_page: count,
});

const option = z.strictObject({
  option_id: id,
  name: z.string(),
  price_delta: dollars,
  price_by_option: z.record(z.string(), dollars),
  is_default: z.boolean(),
  default_qty: count,
  counts_toward_free: z.boolean(),
  allergens: z.array(z.string()),
  dietary_tags: z.array(z.string()),
  calories: count.nullable(),
  sold_out: z.boolean(),
});

const group = z.strictObject({
  template_id: id,
  title: z.string(),
  help: z.string(),
  kind: z.enum(CUSTOMIZATION_KINDS),
  min_select: count,
  max_select: count.nullable(),
  max_per_option: count.nullable(),
  free_count: count,
  show_when_option_ids: z.array(id),
  max_length: count.nullable(),
  options: z.array(option),
});

export const productAnswer = z
  .strictObject({
    id,
    name: z.string(),
    summary: z.string(),
    description_html: z.string(),
    price: dollars,
    starting_price: dollars,
    price_is_from: z.boolean(),
    has_required_choices: z.boolean(),
    image: z.string().nullable(),
    images: z.array(z.string().nullable()),
    tags: z.array(z.string()),
    dietary_tags: z.array(z.string()),
    allergens: z.array(z.string()),
    calories: count.nullable(),
    sold_out: z.boolean(),
    lead_hours: count.meta({ description: "Ordered at least so many hours ahead; 0 = no lead time." }),
    max_per_order: count.nullable().meta({ description: "Largest quantity in one order; null = no limit." }),
    pickup_only: z.boolean(),
    sold_by_weight: z
      .strictObject({ unit: z.enum(WEIGHT_UNITS), step: count, least_steps: count })
      .nullable()
      .meta({
        description:
          "Prices are for the unit, and a quantity in the cart counts steps of so many grams or hundredths of a pound; null = sold by the piece.",
      }),
    categories: z.array(z.strictObject({ id, name: z.string() })),
    customizations: z.array(group),
    reviews: z.strictObject({ count, average: z.number().nullable() }),
    updated_at: instant,
  })
  .meta({ id: "Product" });
