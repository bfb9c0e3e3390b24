import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: ["./app/*/data/**/tables.ts", "./app/platform/db/tables.ts", "./stripe-simulator/store/tables.ts"],
  out: "./db/migrations",
});
