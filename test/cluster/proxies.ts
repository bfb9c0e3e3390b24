import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { findProgram } from "#test/find-program.ts";
import { freePort, untilListening } from "#test/free-port.ts";

export const NGINX = findProgram("nginx");
export const HAPROXY = findProgram("haproxy");

export interface Proxy {
  readonly port: number;
  /** Its log of failures. */
  log(): string;
  close(): Promise<void>;
}

/** nginx with the site of deploy/nginx.conf in front of these ports, without TLS; each buyer keeps the client address it sends. */
export async function startNginx(machines: readonly [number, number]): Promise<Proxy> {
  const folder = makeFolder("nginx");
  const port = await freePort();
  const site = fs.readFileSync("deploy/nginx.conf", "utf8");
  const [upstream = "", , secure = ""] = site.split(/^(?=server )/m);
  const plain = secure
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replace(/^ *(?:ssl_\w+|server_name) .*\n/gm, "")
    .replace("X-Forwarded-For $remote_addr", "X-Forwarded-For $http_x_forwarded_for");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder}/${kind};`);
  const lines = [
    "daemon off;",
    ...(process.getuid?.() === 0 ? ["user root;"] : []),
    `pid ${folder}/pid;`,
    "events { worker_connections 1024; }",
    `http { access_log off; ${temporary.join(" ")}`,
    upstream.replace("10.0.0.1:3000", `127.0.0.1:${machines[0]}`).replace("10.0.0.2:3000", `127.0.0.1:${machines[1]}`),
    plain,
    "}",
  ];
  return start(NGINX, { folder, port, config: lines.join("\n"), args: (file) => ["-e", "stderr", "-c", file] });
}

/**
 * HAProxy in front of a pair of databases: it connects to the server that reports to be the primary, and closes connections when that ends.
 */
export async function startHaproxy(servers: readonly { readonly port: number; readonly healthPort: number }[]): Promise<Proxy> {
  const port = await freePort();
  const lines = [
    "defaults",
    "  mode tcp",
    "  timeout connect 2s",
    "  timeout check 1s",
    "  timeout client 1h",
    "  timeout server 1h",
    "listen postgres",
    `  bind 127.0.0.1:${port}`,
    "  option httpchk OPTIONS /primary",
    "  http-check expect status 200",
    "  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions",
    ...servers.map((server, index) => `  server database${index} 127.0.0.1:${server.port} check port ${server.healthPort}`),
  ];
  return start(HAPROXY, { folder: makeFolder("haproxy"), port, config: lines.join("\n"), args: (file) => ["-db", "-f", file] });
}

function makeFolder(name: string): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), `shopbell-${name}-`));
}

interface Plan {
  readonly folder: string;
  readonly port: number;
  readonly config: string;
  readonly args: (file: string) => readonly string[];
}

async function start(program: string | undefined, { folder, port, config, args }: Plan): Promise<Proxy> {
  if (program === undefined) throw new Error("a proxy is not installed");
  const file = path.join(folder, "config");
  fs.writeFileSync(file, `${config}\n`);
  const child = spawn(program, [...args(file)], { stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.on("data", (bytes: Buffer) => (log += bytes.toString()));
  const ended = once(child, "exit");
  await untilListening(port, () => {
    if (child.exitCode !== null) throw new Error(`${program} ended:\n${log}`);
  });
  return {
    port,
    log: () => log,
    async close() {
      child.kill("SIGTERM");
      await ended;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
