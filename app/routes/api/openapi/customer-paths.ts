import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { customerCallQuery, customerChange } from "#app/orders/domain/customers/customer-call.schema.ts";
import { MARKETING_CONSENTS } from "#app/orders/domain/customers/customer-merge.ts";
import { dollars, instant } from "./answers.schema.ts";
import { describeCall, paging } from "./operation.ts";

const CUSTOMERS = ["Staff: customers"];

const row = {
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  tags: z.array(z.string()),
  is_blocked: z.boolean(),
  marketing_consent: z.enum(MARKETING_CONSENTS),
  orders: z.int().meta({ description: "Without rejected and cancelled ones." }),
  spent: dollars,
  first_order_at: instant.nullable(),
  last_order_at: instant.nullable(),
  addresses: z
    .array(
      z.strictObject({
        street: z.string(),
        unit: z.string(),
        city: z.string(),
        province: z.string(),
        postalCode: z.string(),
        country: z.string(),
      }),
    )
    .meta({ description: "Distinct addresses of their deliveries, the latest first." }),
};
const customerRow = z.strictObject(row).meta({ id: "StaffCustomerRow" });
const customer = z
  .strictObject({
    ...row,
    version: z.int().meta({ description: "Another one means that somebody has changed the customer." }),
    contacts: z.array(z.string()).meta({ description: "Emails and telephone numbers by which their orders are recognised." }),
    notes: z.string(),
    allergies: z.string(),
    blocked_reason: z.string(),
    consent_source: z.string(),
    consent_at: instant.nullable(),
  })
  .meta({ id: "StaffCustomer" });

const path = z.strictObject({ id: z.int() });

/** Customers as staff see them. */
export const customerPaths: ZodOpenApiPathsObject = {
  "/admin/api/customers": {
    get: describeCall({
      id: "listCustomers",
      summary: "Customers by name, email or telephone, page by page",
      tags: CUSTOMERS,
      query: customerCallQuery,
      answer: z.strictObject({ customers: z.array(customerRow), ...paging }),
      problems: ["422"],
      isForStaff: true,
      scope: "customers:read",
    }),
  },
  "/admin/api/customers/{id}": {
    get: describeCall({
      id: "getCustomer",
      summary: "One customer",
      tags: CUSTOMERS,
      path,
      answer: z.strictObject({ customer }),
      problems: ["404"],
      isForStaff: true,
      scope: "customers:read",
    }),
    patch: describeCall({
      id: "changeCustomer",
      summary:
        "Change notes, tags, marketing consent with its source, or blocking; what is left out stays. With `version`, only if it is still so",
      tags: CUSTOMERS,
      path,
      body: customerChange,
      answer: z.strictObject({ customer }),
      problems: ["404", "409"],
      isForStaff: true,
      scope: "customers:write",
    }),
  },
};
