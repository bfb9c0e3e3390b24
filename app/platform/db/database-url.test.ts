import { expect, test } from "vitest";
import { readDatabaseUrl, trustsAnyServer } from "./database-url.mjs";

const FILE = "package.json";
const LIBPQ = "uselibpqcompat=true";

test.each([
  ["postgres://me:p%40ss@db/shop", ["db:5432"], "any", ["postgres://me:p%40ss@db/shop"]],
  ["POSTGRESQL://db:6432/shop?prepare=on", ["db:6432"], "any", ["POSTGRESQL://db:6432/shop?prepare=on"]],
  ["postgresql:///shop?host=/tmp/pg&port=99", ["/tmp/pg:99"], "any", ["postgresql:///shop?host=/tmp/pg&port=99"]],
  ["postgres://me@%2Ftmp%2Fpg/shop", ["/tmp/pg:5432"], "any", ["postgres://me@%2Ftmp%2Fpg/shop"]],
  ["postgres://me@a:1,b/shop", ["a:1", "b:5432"], "read-write", ["postgres://me@a:1/shop", "postgres://me@b/shop"]],
  ["postgres://[::1]:1,[::2]:2/", ["[::1]:1", "[::2]:2"], "read-write", ["postgres://[::1]:1/", "postgres://[::2]:2/"]],
  ["postgres://a/?target_session_attrs=primary", ["a:5432"], "primary", ["postgres://a/?target_session_attrs=primary"]],
  ["postgres://a/?sslmode=require", ["a:5432"], "any", [`postgres://a/?sslmode=require&${LIBPQ}`]],
  ["postgres://a/?sslmode=prefer", ["a:5432"], "any", [`postgres://a/?sslmode=prefer&${LIBPQ}`, `postgres://a/?sslmode=disable&${LIBPQ}`]],
  ["postgres://a/?sslmode=allow", ["a:5432"], "any", [`postgres://a/?sslmode=disable&${LIBPQ}`, `postgres://a/?sslmode=prefer&${LIBPQ}`]],
  ["postgres://a/?sslmode=no-verify", ["a:5432"], "any", ["postgres://a/?sslmode=no-verify"]],
  ["postgres://a/?sslmode=verify-ca", ["a:5432"], "any", [`postgres://a/?sslmode=verify-full&${LIBPQ}`]],
  [`postgres://a/?sslrootcert=${FILE}`, ["a:5432"], "any", [`postgres://a/?sslrootcert=${FILE}&sslmode=verify-full&${LIBPQ}`]],
  [
    `postgres://a/?sslmode=verify-ca&sslrootcert=${FILE}`,
    ["a:5432"],
    "any",
    [`postgres://a/?sslmode=verify-ca&sslrootcert=${FILE}&${LIBPQ}`],
  ],
])("reads %s", (text, names, target, urls) => {
  const address = readDatabaseUrl(text);
  if (typeof address === "string") throw new Error(address);
  expect(address.servers.map(({ name }) => name)).toEqual(names);
  expect(address.servers.flatMap((server) => server.urls)).toEqual(urls);
  expect(address.target).toBe(target);
});

test.each([
  ["mysql://a/shop", /begins with postgres/],
  ["postgres:shop", /begins with postgres/],
  ["postgres://a:b/shop", /hosts with their ports/],
  ["postgres://a:99999/shop", /hosts with their ports/],
  ["postgres://a,,b/shop", /hosts with their ports/],
  ["postgres://a,b/shop?host=c", /before the name of the database/],
  ["postgres:///shop?host=a,b", /several hosts before the name of the database, such as postgres:\/\/user:password@a.example:5432,b/],
  ["postgres://a%2Cb/shop", /several hosts before the name of the database/],
  ["postgres://a/shop?port=1,2", /several hosts before the name of the database/],
  ["postgres://a,b/shop?target_session_attrs=writable", /any, read-write, read-only, primary, standby, prefer-standby/],
  ["postgres://a/shop?sslmode=verify", /disable, allow, prefer, require, verify-ca, verify-full, no-verify/],
  ["postgres://a/shop?sslmode=verify-full&sslrootcert=missing.pem", /can be read as sslrootcert/],
  ["postgres://a/shop?sslmode=require&sslcrl=list.pem", /must not have sslcrl/],
])("refuses %s", (text, reason) => {
  expect(readDatabaseUrl(text)).toMatch(reason);
});

test.each([
  ["postgres://a/shop", false],
  ["postgres://a/shop?sslmode=disable", false],
  ["postgres://a,b/shop?sslmode=require", true],
  ["postgres:///shop?host=a&sslmode=prefer", true],
  ["postgres://a/?sslmode=allow", true],
  [`postgres://a/shop?sslmode=require&sslrootcert=${FILE}`, false],
  ["postgres://a/shop?sslmode=verify-full", false],
  [`postgres://a/shop?sslrootcert=${FILE}`, false],
  ["postgres://a/shop?ssl=true", false],
  ["postgres://a/shop?ssl=no-verify", true],
  [`postgres://a/shop?sslmode=no-verify&sslrootcert=${FILE}`, true],
])("says whether %s accepts any certificate", (text, is) => {
  expect(trustsAnyServer(text)).toBe(is);
});
