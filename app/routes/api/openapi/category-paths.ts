import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { categoryCallQuery, categoryChangeIn, categoryDeletionQuery, newCategoryIn } from "#app/catalogue/domain/category-call.schema.ts";
import { idempotencyKeySchema } from "#app/checkout/domain/checkout.schema.ts";
import { describeCall, paging } from "./operation.ts";

const CATEGORIES = ["Staff: categories"];

const category = z
  .strictObject({
    id: z.int(),
    version: z.int().meta({ description: "Another one means that somebody has changed the category." }),
    name: z.string(),
    description: z.string(),
    parent_id: z.int().nullable().meta({ description: "The category above; null = at the top level." }),
    position: z.int().meta({ description: "Place among the categories with the same parent, from 0." }),
    path: z.string().meta({ description: "Names from the top level down: Food › Soups." }),
    is_hidden: z.boolean(),
    product_count: z.int().meta({ description: "Its own products, hidden ones included." }),
  })
  .meta({ id: "StaffCategory" });

const path = z.strictObject({ id: z.int() });

/** Categories as staff see them. */
export const categoryPaths: ZodOpenApiPathsObject = {
  "/admin/api/categories": {
    get: describeCall({
      id: "listStaffCategories",
      summary: "Categories in the order of the menu, each before those below it, page by page",
      tags: CATEGORIES,
      query: categoryCallQuery,
      answer: z.strictObject({ categories: z.array(category), ...paging }),
      problems: ["422"],
      isForStaff: true,
      scope: "products:read",
    }),
    post: describeCall({
      id: "addCategory",
      summary: "Add a category as the last one below its parent; the same Idempotency-Key again adds no second one",
      tags: CATEGORIES,
      header: z.strictObject({ "Idempotency-Key": idempotencyKeySchema }),
      body: newCategoryIn,
      answer: z.strictObject({ category }),
      status: "201",
      problems: ["404"],
      isForStaff: true,
      scope: "products:write",
    }),
  },
  "/admin/api/categories/{id}": {
    get: describeCall({
      id: "getStaffCategory",
      summary: "One category",
      tags: CATEGORIES,
      path,
      answer: z.strictObject({ category }),
      problems: ["404"],
      isForStaff: true,
      scope: "products:read",
    }),
    patch: describeCall({
      id: "changeCategory",
      summary: "Change name, description, visibility or place; what is left out stays. With `version`, only if it is still so",
      tags: CATEGORIES,
      path,
      body: categoryChangeIn,
      answer: z.strictObject({ category }),
      problems: ["404", "409"],
      isForStaff: true,
      scope: "products:write",
    }),
    delete: describeCall({
      id: "deleteCategory",
      summary: "Delete a category; those below it move one level up, its products into `products_to` or only out of it",
      tags: CATEGORIES,
      path,
      query: categoryDeletionQuery,
      answer: z.strictObject({ id: z.int(), is_deleted: z.literal(true) }),
      problems: ["404", "422"],
      isForStaff: true,
      scope: "products:write",
    }),
  },
};
