import { fileURLToPath } from "node:url";
import { defineConfig } from "oxlint";
import { CUSTOMER_TEXTS, IMPURE_GLOBALS, NO_CUSTOMER_TEXTS } from "./scripts/lint/architecture.ts";

const TESTS = ["**/*.test.{ts,tsx}", "e2e/**", "test/**", "bench/**", "db/seed/**", "stripe-simulator/test/**"];

export default defineConfig({
  plugins: ["typescript", "import", "react", "jsx-a11y", "unicorn", "promise", "vitest"],
  jsPlugins: [{ name: "architecture", specifier: fileURLToPath(new URL("./scripts/lint/architecture-rule.ts", import.meta.url)) }],
  categories: { correctness: "error", suspicious: "error", perf: "off" },
  ignorePatterns: ["build/**", "node_modules/**", ".react-router/**", "db/migrations/**", "data/**", "test-results/**"],
  env: { builtin: true, browser: true, node: true },
  settings: { react: { version: "19.3" } },
  rules: {
    "architecture/imports": "error",
    "architecture/reason-of-disable": "error",
    // A circle of types is a circle, too.
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "typescript/no-explicit-any": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": ["error", { checksVoidReturn: false }],
    "typescript/no-unsafe-type-assertion": "off",
    "typescript/restrict-template-expressions": "off",
    "react/react-in-jsx-scope": "off",
    "react/iframe-missing-sandbox": "error",
    "react/no-danger": "off",
    "import/no-unassigned-import": "off",
    "import/no-default-export": "off",
    "unicorn/no-array-sort": "off",
    "unicorn/no-array-reverse": "off",
    "unicorn/consistent-function-scoping": "off",
    "no-shadow": "off",
    "no-console": "error",
    "max-params": ["error", { max: 5 }],
    "max-lines-per-function": ["error", { max: 120 }],
    complexity: ["error", { max: 20 }],
    "no-nested-ternary": "error",
    "max-lines": ["error", { max: 500, skipBlankLines: false, skipComments: false }],
    "typescript/consistent-return": "off",
    "consistent-return": "off",
    "import/no-named-as-default-member": "off",
    "import/no-named-as-default": "off",
    "vitest/no-conditional-expect": "off",
    "vitest/valid-expect": "off",
    "typescript/require-array-sort-compare": "off",
    "jsx-a11y/prefer-tag-over-role": "off",
  },
  overrides: [
    {
      files: ["app/*/domain/**", "app/values/**", "app/texts/**"],
      rules: {
        "no-restricted-globals": ["error", ...IMPURE_GLOBALS],
        "no-restricted-properties": ["error", { object: "Math", property: "random", message: "Chance is handed in." }],
      },
    },
    { files: CUSTOMER_TEXTS, excludeFiles: NO_CUSTOMER_TEXTS, rules: { "architecture/texts-from-catalogue": "error" } },
    // The one place that reads and builds instants.
    { files: ["app/values/time.ts"], rules: { "no-restricted-globals": ["error", ...IMPURE_GLOBALS.filter((name) => name !== "Date")] } },
    {
      files: TESTS,
      rules: {
        "no-console": "off",
        "max-lines": "off",
        "no-nested-ternary": "off",
        "max-params": "off",
        "max-lines-per-function": "off",
        complexity: "off",
        "no-restricted-globals": "off",
        "no-restricted-properties": "off",
      },
    },
    { files: ["db/seed/**"], rules: { "no-nested-ternary": "error" } },
    { files: ["e2e/**"], rules: { "architecture/await-before-navigation": "error" } },
    { files: ["scripts/**", "server/**", "*.config.ts", "db/**", "stripe-simulator/**"], rules: { "no-console": "off" } },
  ],
});
