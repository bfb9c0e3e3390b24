import { z } from "zod";
import { categoryName } from "#app/catalogue/domain/category.schema.ts";
import { questionAsTemplate } from "#app/catalogue/domain/customization/product-question.schema.ts";

/** A record created from within another form: a category by its name, a template from a product's question. */
export const newRecord = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("category"), name: categoryName }),
    z.strictObject({ kind: z.literal("template"), question: questionAsTemplate }),
  ],
  "Send a category or a template.",
);
