import type { Sent } from "#e2e/calls/send.ts";
import type { Dice } from "#test/torture/size.ts";
import { filledIn, type Field, type PageForm } from "./page-forms.ts";
import { sampleOf, type Facts, type Schema } from "./sample-schema.ts";
import { encoded, hostileText, spoilJson, spoilValue } from "./spoil.ts";

/** An entry point: a call of the API description, or a form of the staff area. `draw` generates one request to it. */
export interface Door {
  readonly name: string;
  /** Needs a staff session. */
  readonly isForStaff: boolean;
  /** Reads files, with limited concurrency. */
  readonly isUpload: boolean;
  readonly draw: (dice: Dice) => Sent;
}

const URLENCODED = "application/x-www-form-urlencoded";
const BOUNDARY = "----shopbell";
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];
const TYPES = [
  "text/plain",
  "",
  "application/xml",
  "application/json",
  URLENCODED,
  "multipart/form-data",
  MULTIPART,
  "application/json; charset=utf-16",
];

/** Usually a valid value, sometimes an invalid one. */
function mostly<T>(dice: Dice, right: T, others: readonly T[]): T {
  return dice.chance(95) ? right : dice.pick(others);
}

/** A part of a path or query: a known value, or any. */
function spoiledText(dice: Dice, known: readonly unknown[] | undefined): string {
  return known !== undefined && known.length > 0 && dice.chance(70) ? String(dice.pick(known)) : hostileText(dice).slice(0, 3_000);
}

/** A different client address per request, so that no per-visitor limit ends the storm. */
function randomAddress(dice: Dice): string {
  return Array.from({ length: 3 }, () => Math.floor(dice.next() * 256)).reduce((address, part) => `${address}.${part}`, "10");
}

export interface CallShape {
  readonly method: string;
  /** As in the description: "/api/products/{id}". */
  readonly path: string;
  readonly query: Readonly<Record<string, Schema>>;
  readonly body: Schema | null;
  readonly isMultipart: boolean;
}

export function drawCall({ method, path, query, body, isMultipart }: CallShape, facts: Facts, dice: Dice): Sent {
  const to = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(spoiledText(dice, facts[`${path} ${name}`])));
  const parameters = Object.entries(query)
    .filter(() => dice.chance(60))
    .flatMap(([name, schema]) => {
      const value = dice.chance(50) ? String(sampleOf(schema, dice, facts, name)) : spoiledText(dice, undefined);
      return Array.from({ length: dice.chance(5) ? 2 : 1 }, () => `${name}=${encoded(value)}`);
    });
  const more = dice.chance(5) ? [`${encoded(hostileText(dice).slice(0, 200))}=1`] : [];
  const search = [...parameters, ...more].join("&");
  const good = body === null ? null : sampleOf(body, dice, facts);
  const content =
    body === null ? noBody(dice) : isMultipart ? multipart(fieldsOf(good, dice), dice) : spoilJson(spoilValue(good, dice), dice);
  const type = mostly(dice, isMultipart ? MULTIPART : "application/json", TYPES);
  return {
    method: mostly(dice, method.toUpperCase(), METHODS),
    path: search === "" ? to : `${to}?${search}`,
    headers: {
      "X-Forwarded-For": randomAddress(dice),
      "Idempotency-Key": dice.chance(90) ? crypto.randomUUID() : headerText(dice),
      ...(content === undefined || type === "" ? {} : { "Content-Type": type }),
      ...(dice.chance(5) ? { "Accept-Language": headerText(dice), "If-None-Match": headerText(dice) } : {}),
    },
    ...(content === undefined ? {} : { body: content, isChunked: dice.chance(5) }),
  };
}

/** Calls without a body sometimes get one. */
function noBody(dice: Dice): string | Uint8Array | undefined {
  return dice.chance(5) ? spoilJson({}, dice) : undefined;
}

function fieldsOf(good: unknown, dice: Dice): readonly Field[] {
  return Object.entries({ ...(good as object) }).map(([name, value]) => [name, dice.chance(50) ? String(value) : hostileText(dice)]);
}

export function drawForm(form: PageForm, dice: Dice): Sent {
  const fields = spoilFields(filledIn(form, dice), dice);
  const isMultipart = form.isMultipart ? dice.chance(90) : dice.chance(15);
  const type = mostly(dice, isMultipart ? MULTIPART : URLENCODED, TYPES);
  const [path = "", query = ""] = form.action.split("?");
  const search = [
    query,
    ...(dice.chance(5) ? [`${encoded(hostileText(dice).slice(0, 200))}=${encoded(hostileText(dice).slice(0, 200))}`] : []),
  ];
  const pathname = dice.chance(3) ? path.replace(/\d+$/, () => encoded(hostileText(dice).slice(0, 200))) : path;
  // Mostly as the pages' scripts send it, otherwise as a browser without JavaScript does.
  const at = `${pathname}${dice.chance(80) ? ".data" : ""}?${search.filter((part) => part !== "").join("&")}`;
  return {
    method: mostly(dice, "POST", METHODS),
    path: at.replace(/\?$/, ""),
    headers: { "X-Forwarded-For": randomAddress(dice), "Sec-Fetch-Site": "same-origin", ...(type === "" ? {} : { "Content-Type": type }) },
    body: isMultipart ? multipart(fields, dice) : fields.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&"),
    isChunked: dice.chance(5),
  };
}

/** Names that could break a parser of nested fields. */
const NESTED = ["[99999999]", "[0].a", "[]", ".__proto__.x", ".constructor.prototype", "[-1]", ".a.b.c.d"];

/** One to three fields replaced, dropped, doubled, renamed or added. */
function spoilFields(fields: readonly Field[], dice: Dice): readonly Field[] {
  let spoiled = [...fields];
  for (let rounds = dice.pick([1, 1, 2, 3]); rounds > 0; rounds -= 1) {
    const at = Math.floor(dice.next() * spoiled.length);
    const [name, value] = spoiled[at] ?? ["intent", ""];
    const others = spoiled.filter((_, index) => index !== at);
    spoiled = dice.pick<() => Field[]>([
      () => [...others, [name, spoiledField(value, dice)]],
      () => [...others, [name, spoiledField(value, dice)]],
      () => [...others, [name, spoiledField(value, dice)]],
      () => others,
      () => [...spoiled, [name, hostileText(dice)]],
      () => [...spoiled, [`${name}${dice.pick(NESTED)}`, value]],
      () => [...spoiled, [hostileText(dice).slice(0, 300), value]],
    ])();
  }
  return spoiled;
}

/** Fields of scripts contain JSON. */
function spoiledField(value: string, dice: Dice): string {
  if (!/^[[{]/.test(value) || dice.chance(30)) return hostileText(dice);
  try {
    const text = spoilJson(spoilValue(JSON.parse(value), dice), dice);
    return typeof text === "string" ? text : Buffer.from(text).toString("latin1");
  } catch {
    return hostileText(dice);
  }
}

function multipart(fields: readonly Field[], dice: Dice): string {
  const parts = fields.map(([name, value]) => {
    const file = name === "file" ? dice.chance(90) : dice.chance(3);
    const quoted = name.replaceAll(/["\r\n]/g, "");
    const head = `Content-Disposition: form-data; name="${quoted}"${file ? `; filename="${dice.pick(["a.csv", "../x.png", "\u0000", "ü.json"])}"` : ""}`;
    return `--${BOUNDARY}\r\n${head}${file ? `\r\nContent-Type: ${dice.pick(["text/csv", "image/png", "x"])}` : ""}\r\n\r\n${value}\r\n`;
  });
  const end = mostly(dice, `--${BOUNDARY}--\r\n`, ["", `--${BOUNDARY}`, "--"]);
  return parts.join("") + end;
}

/** Header characters that Node lets a client send. */
function headerText(dice: Dice): string {
  return hostileText(dice)
    .replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, "")
    .slice(0, 2_000);
}
