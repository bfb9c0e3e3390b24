import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

/**
 * The reference of bench/pages.ts: sends its standard input with these headers, nothing else. `node bare-server.ts <port> <headers as
 * JSON>`
 */
const body = await buffer(process.stdin);
const headers = JSON.parse(process.argv[3] ?? "{}") as Record<string, string>;
createServer((_request, response) => {
  response.writeHead(200, { ...headers, "Content-Length": body.length });
  response.end(body);
}).listen(Number(process.argv[2]), "127.0.0.1", () => console.log("ready"));
