import { z } from "zod";
import { choiceField, requiredLineField } from "#app/values/form-fields.schema.ts";
import { MAX_NAME_LENGTH } from "#app/values/limits.ts";
import { listFilter, listQuery } from "#app/values/list-query.schema.ts";
import { API_SCOPES, API_TOKEN_DAYS, API_TOKEN_PREFIX, isApiScope } from "./api-token.ts";

const CHOOSE_EXPIRY = "Choose how long the token is valid.";

/** The form of a new token. */
export const apiTokenForm = z.object({
  name: requiredLineField("a name", MAX_NAME_LENGTH),
  /** One checkbox per scope. */
  scopes: z
    .array(z.string())
    .max(API_SCOPES.length, "Choose each permission only once.")
    .refine((scopes) => scopes.every(isApiScope), "Choose among the permissions of the list.")
    .transform((scopes) => API_SCOPES.filter((scope) => scopes.includes(scope)))
    .refine((scopes) => scopes.length > 0, "Choose at least one permission."),
  days: z.codec(choiceField(CHOOSE_EXPIRY, ["30", "90", "365"]), z.number(), {
    decode: Number,
    encode: (days) => (API_TOKEN_DAYS.some((each) => each === days) ? (String(days) as "30") : "90"),
  }),
});
export type NewApiToken = z.output<typeof apiTokenForm>;

/** Query of the list of tokens. */
export const apiTokenList = listQuery(["name", "-used", "-created"], { status: listFilter("active", "expired", "revoked") });
export type ApiTokenListQuery = z.output<typeof apiTokenList>;

/** The token in an Authorization header; null for another scheme or a token of another program. */
export const bearerToken = z
  .string()
  .regex(new RegExp(`^Bearer ${API_TOKEN_PREFIX}[\\w-]{1,100}$`, "i"))
  .transform((header) => header.slice("Bearer ".length))
  .nullable()
  .catch(null);
