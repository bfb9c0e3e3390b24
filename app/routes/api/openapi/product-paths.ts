import { WEIGHT_UNITS } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { US_DOLLARS } from "#app/values/money.ts";
import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { idempotencyKeySchema } from "#app/checkout/domain/checkout.schema.ts";
import { newProductIn, productCallQuery, productChangeIn } from "#app/catalogue/domain/product-call.schema.ts";
import { dollars, instant } from "./answers.schema.ts";
import { describeCall, paging } from "./operation.ts";

const PRODUCTS = ["Staff: products"];

const product = z
  .strictObject({
    id: z.int(),
    version: z.int().meta({ description: "Another one means that somebody has changed the product." }),
    name: z.string(),
    kitchen_name: z.string().nullable(),
    price: dollars.meta({ description: "Of one piece, or of one `weight_unit`." }),
    compare_at: dollars.nullable(),
    is_hidden: z.boolean(),
    is_sold_out: z.boolean(),
    sold_out_until: instant.nullable(),
    stock: z.int().nullable().meta({ description: "null = not counted." }),
    low_stock: z.int().nullable().meta({
      description: "The stock of the product, or of a variant without a level of its own, is low at so many units or fewer; null = never.",
    }),
    variants: z
      .array(
        z.strictObject({
          id: z.int(),
          option_ids: z.array(z.int()),
          options: z.array(z.string()).meta({ description: "Names of the options." }),
          sku: z.string().nullable(),
          barcode: z.string().nullable(),
          stock: z.int().nullable().meta({ description: "null = not counted." }),
          low_stock: z.int().nullable().meta({ description: "Low at so many units or fewer; null = the product's level." }),
          vendor: z.string().nullable().meta({ description: "null = the product's vendor." }),
          weight_grams: z.int().nullable().meta({ description: "null = the product's weight." }),
          cost: dollars.nullable().optional().meta({ description: "null = the product's cost. Not sent to API tokens." }),
        }),
      )
      .meta({ description: "Combinations of options with SKU, barcode, stock, low stock level, vendor, weight or cost of their own." }),
    sku: z.string().nullable(),
    barcode: z.string().nullable(),
    vendor: z.string().nullable(),
    weight_grams: z.int().nullable(),
    lead_hours: z.int().meta({ description: "Ordered at least so many hours ahead; 0 = no lead time." }),
    max_per_order: z.int().nullable().meta({ description: "Largest quantity in one order; null = no limit." }),
    is_pickup_only: z.boolean(),
    weight_unit: z.enum(WEIGHT_UNITS).nullable().meta({ description: "The price is for this unit of weight; null = for one piece." }),
    weight_step: z.int().nullable().meta({ description: "One step, in grams or in hundredths of a pound; null = 100 g, 50 g or 0.25 lb." }),
    weight_min: z.int().nullable().meta({ description: "The least weight, in the same unit; null = one step." }),
    cost: dollars.nullable().optional().meta({ description: "What the shop pays for one. Not sent to API tokens." }),
    category_ids: z.array(z.int()),
    changed_at: instant,
  })
  .meta({ id: "StaffProduct" });

const path = z.strictObject({ id: z.int() });

/** Products as staff see them. */
export const productPaths: ZodOpenApiPathsObject = {
  "/admin/api/products": {
    get: describeCall({
      id: "listStaffProducts",
      summary: "Products outside of the bin, page by page",
      tags: PRODUCTS,
      query: productCallQuery,
      answer: z.strictObject({ products: z.array(product), ...paging }),
      problems: ["422"],
      isForStaff: true,
      scope: "products:read",
    }),
    post: describeCall({
      id: "addProduct",
      summary: "Add a product, shown unless `is_hidden` is sent; the same Idempotency-Key again adds no second one",
      tags: PRODUCTS,
      header: z.strictObject({ "Idempotency-Key": idempotencyKeySchema }),
      body: newProductIn(US_DOLLARS.currency),
      answer: z.strictObject({ product }),
      status: "201",
      problems: ["404"],
      isForStaff: true,
      scope: "products:write",
    }),
  },
  "/admin/api/products/{id}": {
    get: describeCall({
      id: "getStaffProduct",
      summary: "One product",
      tags: PRODUCTS,
      path,
      answer: z.strictObject({ product }),
      problems: ["404"],
      isForStaff: true,
      scope: "products:read",
    }),
    patch: describeCall({
      id: "changeProduct",
      summary:
        "Change name, kitchen name, categories, price, price before, visibility, sold out, stock, low stock level, SKU, barcode, vendor, weight, cost, variants, lead time, largest quantity per order or pickup only; what is left out stays. With `version` or `stock_seen`, only if they are still so",
      tags: PRODUCTS,
      path,
      body: productChangeIn(US_DOLLARS.currency),
      answer: z.strictObject({ product }),
      problems: ["404", "409"],
      isForStaff: true,
      scope: "products:write",
    }),
    delete: describeCall({
      id: "binProduct",
      summary: "Put a product into the bin, from where staff can bring it back for 30 days",
      tags: PRODUCTS,
      path,
      answer: z.strictObject({ id: z.int(), is_in_bin: z.literal(true) }),
      problems: ["404"],
      isForStaff: true,
      scope: "products:write",
    }),
  },
};
