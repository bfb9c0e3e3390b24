import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createElement } from "react";
import { Outlet, useRouteError, type LoaderFunctionArgs, type ServerBuild } from "react-router";
import * as entry from "#app/entry.server.tsx";
import { ErrorView } from "#app/frame/error-view.tsx";
import { parseEnv } from "#app/http/env.server.ts";
import { boot, type BootOptions, type Shop } from "#server/boot.ts";
import { afterUse } from "./after-use.ts";

/** A route's server side, and a page's component. */
export interface SmallRoute {
  /** Its default path. */
  readonly id?: string;
  readonly loader?: (args: LoaderFunctionArgs) => unknown;
  readonly action?: (args: LoaderFunctionArgs) => unknown;
  readonly default?: () => unknown;
}

/** A build of a few routes by path ("api/products"), as compiled; pages are rendered in a bare document. */
export function smallBuild(routes: Readonly<Record<string, SmallRoute>>): ServerBuild {
  function Root() {
    return createElement("html", null, createElement("body", null, createElement(Outlet)));
  }
  function RootError() {
    return createElement("html", null, createElement("body", null, createElement(ErrorView, { error: useRouteError() })));
  }
  const all = {
    root: { id: "root", path: "", module: { default: Root, ErrorBoundary: RootError } },
    ...Object.fromEntries(Object.entries(routes).map(([path, { id = path, ...module }]) => [id, { id, parentId: "root", path, module }])),
  };
  const manifest = Object.fromEntries(
    Object.entries(all).map(([id, route]) => [
      id,
      {
        ...route,
        hasLoader: "loader" in route.module,
        hasAction: "action" in route.module,
        hasClientLoader: false,
        hasClientAction: false,
        hasClientMiddleware: false,
        hasErrorBoundary: id === "root",
        hasDefaultExport: "default" in route.module,
        imports: [],
        css: [],
        module: `/${id}.js`,
      },
    ]),
  );
  return {
    entry: { module: entry },
    routes: all,
    assets: { entry: { imports: [], module: "/entry.js" }, routes: manifest, url: "/manifest.js", version: "test" },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial" },
  } as unknown as ServerBuild;
}

/**
 * The whole process (edge, services, jobs, start and stop) on a free port with the caller's database (null: an embedded one) and a few
 * routes. It is stopped after the last test at the latest.
 */
export async function bootSmallShop(
  databaseUrl: string | null,
  routes: Readonly<Record<string, SmallRoute>>,
  options: Partial<BootOptions> & { readonly environment?: Readonly<Record<string, string>> } = {},
): Promise<Shop> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "shopbell-small-"));
  // Also if the start fails.
  afterUse(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = parseEnv({
    DATABASE_URL: databaseUrl ?? "",
    APP_SECRET: "a secret for tests, at least 32 characters long",
    DATA_DIR: dataDir,
    PORT: "0",
    SEED: "none",
    LOG_LEVEL: "silent",
    ...options.environment,
  });
  if (!env.ok) throw new Error(env.error.join("; "));
  const build = smallBuild(routes);
  const shop = await boot({ env: env.value, loadBuild: () => build, isDev: false, onProgress: () => undefined, ...options });
  afterUse(() => shop.stop());
  return shop;
}
