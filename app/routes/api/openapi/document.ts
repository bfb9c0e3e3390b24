import { createDocument, type oas31 } from "zod-openapi";
import { adminPaths } from "./admin-paths.ts";
import { publicPaths } from "./public-paths.ts";

let described: oas31.OpenAPIObject | undefined;

/**
 * The description of every call (OpenAPI 3.1), generated once from the schemas that validate the input. `serverUrl` without a trailing
 * slash.
 */
export function openApiDocument(serverUrl: string, version: string): oas31.OpenAPIObject {
  described ??= createDocument({
    openapi: "3.1.1",
    info: {
      title: "Shopbell",
      version: "1",
      license: { name: "MIT", identifier: "MIT" },
      description:
        "Amounts are in major units of the currency (CURRENCY of the settings, or the order's) with at most two decimals, none in a currency without decimals; instants ISO 8601 in UTC. Errors are application/problem+json. Changing calls are answered only to the shop's own pages and to tools that are no browsers.",
    },
    // No authentication by default; operations override it.
    security: [],
    paths: { ...publicPaths, ...adminPaths },
    components: {
      securitySchemes: {
        staffSession: {
          type: "apiKey",
          in: "cookie",
          name: "staff",
          description: "Set by /admin/api/login; called __Host-staff over https.",
        },
        apiToken: {
          type: "http",
          scheme: "bearer",
          description: "Created in the staff area under API tokens, with the scopes that an operation names.",
        },
      },
    },
  });
  return { ...described, info: { ...described.info, version }, servers: [{ url: serverUrl }] };
}
