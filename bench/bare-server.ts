import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** The reference of the page benchmarks: nothing but `node:http` sending the bytes it was given on standard input. */
const body = Buffer.from(await text(process.stdin));
const server = createServer((_request, response) => {
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Length": body.length });
  response.end(body);
});
server.listen(Number(process.argv[2]), "127.0.0.1", () => process.stdout.write("ready\n"));
process.on("SIGTERM", () => process.exit(0));
