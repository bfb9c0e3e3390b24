import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { validate } from "dockerfile-utils";
import { expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { findProgram } from "#test/find-program.ts";
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
    Record<
      string,
      { readonly read_only?: boolean; readonly environment?: object; readonly volumes?: readonly string[]; readonly tmpfs?: unknown }
    >
  >;
  readonly volumes: object;
}
interface KubernetesObject {
  readonly kind: string;
  readonly data?: object;
  readonly spec?: { readonly template?: { readonly spec: PodSpec } };
}
interface PodSpec {
  readonly containers: readonly {
    readonly securityContext: object;
    readonly startupProbe: { readonly periodSeconds: number; readonly failureThreshold: number };
  }[];
  readonly volumes: readonly object[];
}

test("image and service run the server with the flags and memory settings of npm start", () => {
  expect(dockerfile).toContain(`CMD ["node", ${flags.map((flag) => JSON.stringify(flag)).join(", ")}, "build/server/index.js"]`);
  expect(service).toContain(`bin/node ${flags.join(" ")} build/server/index.js`);
  for (const [name, value] of memory) {
    expect(dockerfile).toContain(`${name}=${value}`);
    expect(service).toContain(`${name}=${value}`);
  }
});

test("the image lists exactly the production packages", () => {
  expect(read("deploy/make-tree.sh")).toMatch(/^npm run --silent sbom > "\$to\/sbom\.cdx\.json"$/m);
  const list = execFileSync("npm", ["run", "--silent", "sbom"], { cwd: inProject(), encoding: "utf8", maxBuffer: 64 << 20 });
  const { bomFormat, components } = JSON.parse(list) as {
    readonly bomFormat: string;
    readonly components: readonly { readonly name: string; readonly version: string }[];
  };
  expect(bomFormat).toBe("CycloneDX");
  const { packages } = readJson(inProject("package-lock.json")) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly optional?: boolean; readonly version?: string }>>;
  };
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const namesOf = (wanted: boolean) =>
    Object.entries(packages)
      .filter(([folder, { dev = false, optional = false }]) => folder !== "" && !optional && dev === !wanted)
      .map(([folder, { version }]) => `${folder.split("node_modules/").at(-1)}@${version}`);
  const production = namesOf(true);
  expect(production.filter((each) => !listed.has(each))).toEqual([]);
  expect(namesOf(false).filter((each) => listed.has(each) && !production.includes(each))).toEqual([]);
});

test("the Dockerfile linter finds nothing", () => {
  expect(validate(dockerfile).map(({ range, message }) => [range.start.line + 1, message])).toEqual([]);
  expect(validate(dockerfile.replace("EXPOSE 3000", "EXPOSE"))).toHaveLength(1);
});

test("the image runs as non-root, checks its health and stops on SIGTERM", () => {
  const stages = dockerfile.split(/^FROM /m);
  expect(stages.slice(1).map((stage) => stage.split("\n", 1)[0])).toEqual(["node:24-bookworm-slim AS build", "debian:bookworm-slim"]);
  expect(stages.at(-1)).toMatch(/^USER 1000:1000$/m);
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

test("backups have disk space, and first starts have time to back up and migrate", () => {
  const { services, volumes } = parse(read("compose.yaml")) as Compose;
  expect(services.shop).toMatchObject({ volumes: ["temporary:/tmp"] });
  expect(services.shop?.tmpfs).toBeUndefined();
  expect(Object.keys(volumes)).toContain("temporary");
  expect(dockerfile).toContain("--start-period=30m");
  const objects = parseAllDocuments(read("deploy/kubernetes/shopbell.yaml")).map((document) => document.toJS() as KubernetesObject);
  const pod = objects.find(({ kind }) => kind === "Deployment")?.spec?.template?.spec;
  expect(pod?.volumes).toEqual([{ name: "tmp", emptyDir: { sizeLimit: "10Gi" } }]);
  const { periodSeconds = 0, failureThreshold = 0 } = pod?.containers[0]?.startupProbe ?? {};
  expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(1800);
});

const NGINX = findProgram("nginx");
const OPENSSL = findProgram("openssl");
const CADDY = findProgram("caddy");

test.skipIf(NGINX === undefined || OPENSSL === undefined)("the installed nginx takes the whole site, TLS included", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "shopbell-nginx-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [key, certificate] = ["key.pem", "certificate.pem"].map((name) => path.join(folder, name));
  execFileSync(
    OPENSSL ?? "",
    ["req", "-x509", "-newkey", "ed25519", "-nodes", "-keyout", `${key}`, "-out", `${certificate}`, "-subj", "/CN=your.shop"],
    { stdio: "ignore" },
  );
  const site = read("deploy/nginx.conf")
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    // The check opens what it listens on: ports below 1024 are root's.
    .replace(/listen (\d+)/g, `listen unix:${folder}/$1`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder}/${kind};`);
  const config = path.join(folder, "nginx.conf");
  writeFileSync(config, `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary.join(" ")} ${site} }`);
  const checked = spawnSync(NGINX ?? "", ["-t", "-e", "stderr", "-c", config], { encoding: "utf8" });
  expect(checked.stderr).toContain("test is successful");
});

test.skipIf(CADDY === undefined)("the installed Caddy takes the Caddyfile", () => {
  const env = { ...process.env, SHOP_HOST: "your.shop", SHOP_UPSTREAMS: "10.0.0.1:3000 10.0.0.2:3000" };
  const file = inProject("deploy", "Caddyfile");
  const checked = spawnSync(CADDY ?? "", ["validate", "--adapter", "caddyfile", "--config", file], { encoding: "utf8", env });
  expect(checked.stdout + checked.stderr).toContain("Valid configuration");
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
