import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { inProject, readJson } from "./project.mjs";

const read = (file: string) => readFileSync(inProject(file), "utf8");
const flags = readJson(inProject("scripts", "server-flags.json")) as readonly string[];
const memory = Object.entries(readJson(inProject("scripts", "server-memory.json")) as Readonly<Record<string, string>>);
const dockerfile = read("Dockerfile");
const service = read("deploy/shopbell.service");
const documented = new Set(
  [...read("README.md").matchAll(/^\| (`[A-Z_`, ]+`) \|/gm)].flatMap(([, names]) => names?.match(/[A-Z_]+/g) ?? []),
);

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly read_only?: boolean; readonly environment?: object; readonly volumes?: readonly string[] }>
  >;
}
interface KubernetesObject {
  readonly kind: string;
  readonly data?: object;
  readonly spec?: { readonly template?: { readonly spec: { readonly containers: readonly { readonly securityContext: object }[] } } };
}

test("image and service run the server with the flags and memory settings of npm start", () => {
  expect(dockerfile).toContain(`CMD ["node", ${flags.map((flag) => JSON.stringify(flag)).join(", ")}, "build/server/index.js"]`);
  expect(service).toContain(`bin/node ${flags.join(" ")} build/server/index.js`);
  for (const [name, value] of memory) {
    expect(dockerfile).toContain(`${name}=${value}`);
    expect(service).toContain(`${name}=${value}`);
  }
});

test("the image runs as another user than root, checks its health and stops on SIGTERM", () => {
  const stages = dockerfile.split(/^FROM /m);
  expect(stages.slice(1).map((stage) => stage.split("\n", 1)[0])).toEqual(["node:24-slim AS build", "node:24-slim"]);
  expect(stages.at(-1)).toMatch(/^USER node$/m);
  expect(stages.at(-1)).toMatch(/^STOPSIGNAL SIGTERM$/m);
  expect(stages.at(-1)).toMatch(/^HEALTHCHECK .*\\\n.*\/healthz/m);
});

test("the variables of compose file and manifests are those of the README", () => {
  const { services } = parse(read("compose.yaml")) as Compose;
  expect(Object.keys(services)).toEqual(expect.arrayContaining(["shop", "database", "pictures", "caddy"]));
  expect(services.shop?.read_only).toBe(true);
  const objects = parseAllDocuments(read("deploy/kubernetes/shopbell.yaml")).map((document) => document.toJS() as KubernetesObject);
  expect(objects.map(({ kind }) => kind)).toEqual(["ConfigMap", "Deployment", "Service", "Ingress", "PodDisruptionBudget"]);
  expect(objects[1]?.spec?.template?.spec.containers[0]?.securityContext).toMatchObject({ readOnlyRootFilesystem: true });
  const names = [...Object.keys(services.shop?.environment ?? {}), ...Object.keys(objects[0]?.data ?? {})];
  expect(names.filter((name) => !documented.has(name) && !name.startsWith("AWS_"))).toEqual([]);
});

test("every alert names a section of the incident sheet", () => {
  const sections = new Set([...read("docs/operations/incidents.md").matchAll(/^## (.+)$/gm)].map(([, title]) => title));
  const { groups } = parse(read("deploy/prometheus/alerts.yml")) as {
    readonly groups: readonly { readonly rules: readonly { readonly annotations: { readonly action: string } }[] }[];
  };
  const named = groups.flatMap(({ rules }) => rules.map(({ annotations }) => annotations.action.split(", ").at(-1)));
  expect(named.length).toBeGreaterThanOrEqual(10);
  expect(named.filter((title) => !sections.has(title ?? ""))).toEqual([]);
});
