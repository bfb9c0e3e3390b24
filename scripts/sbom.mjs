// npm run sbom: a CycloneDX list of all production packages. `npm sbom --omit=dev` omits production packages that are also development
// dependencies, such as react and pg.
import { execFileSync } from "node:child_process";
import { inProject, isWindows, readJson, root } from "./project.mjs";

/** @typedef {{ "bom-ref": string, name: string, version: string }} Component */
/** @typedef {{ components: Component[], dependencies: { ref: string, dependsOn: string[] }[] }} PackageList */

const options = /** @type {const} */ ({ cwd: root, encoding: "utf8", maxBuffer: 64 << 20, shell: isWindows });
const list = /** @type {PackageList} */ (JSON.parse(execFileSync("npm", ["sbom", "--sbom-format=cyclonedx"], options)));
const lock = /** @type {{ packages: Record<string, { dev?: boolean, version?: string }> }} */ (readJson(inProject("package-lock.json")));
const production = new Set(
  Object.entries(lock.packages)
    .filter(([, { dev }]) => dev !== true)
    .map(([folder, { version }]) => `${folder.split("node_modules/").at(-1)}@${version}`),
);
const components = list.components.filter(({ name, version }) => production.has(`${name}@${version}`));
const refs = new Set(components.map((component) => component["bom-ref"]));
const dependencies = list.dependencies
  .filter(({ ref }, index) => index === 0 || refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
console.log(JSON.stringify({ ...list, components, dependencies }, null, 2));
