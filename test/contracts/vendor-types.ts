import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";

/** A value that was sent or received, and its expected vendor type. */
export interface Sample {
  /** The name of the exchange in a report: "POST /v1/refunds, answer". */
  readonly about: string;
  /** A type expression that uses the names in `imports`: "Stripe.Refund". */
  readonly type: string;
  readonly value: unknown;
}

/** The compiler resolves the vendors' packages only from inside the project. */
const FOLDER = "node_modules/.cache";

/**
 * Checks samples against the types that a vendor publishes with its SDK: names, required fields, enums, nullability. Stripe generates its types
 * from its OpenAPI description of the pinned API version, so the compiler is the schema's validator. Unknown names are errors, too, because each
 * sample is written as a literal. Returns the compiler's report; "" when all samples fit.
 */
export async function checkTypes(imports: string, samples: readonly Sample[]): Promise<string> {
  fs.mkdirSync(FOLDER, { recursive: true });
  const folder = fs.mkdtempSync(path.join(FOLDER, "contracts-"));
  try {
    const lines = samples.map(({ about, type, value }, index) => {
      const comment = JSON.stringify(about);
      return `// ${comment}\nexport const sample${index}: ${type} = ${JSON.stringify(value, null, 1)};`;
    });
    fs.writeFileSync(path.join(folder, "samples.ts"), `${imports}\n${lines.join("\n")}\n`);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: "ES2024",
      module: "ESNext",
      moduleResolution: "bundler",
      skipLibCheck: true,
      types: ["node"],
      esModuleInterop: true,
    };
    fs.writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["samples.ts"] }));
    const compiler = path.resolve("node_modules/typescript/bin/tsc");
    const child = spawn(process.execPath, [compiler, "--pretty", "-p", folder], { stdio: ["ignore", "pipe", "pipe"] });
    const [report, errors, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.on("exit", resolve)),
    ]);
    if (code === 0) return "";
    return `${report}${errors}`.trim() || `the compiler ended with ${code}`;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
