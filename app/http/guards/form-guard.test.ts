import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { guardForms } from "./form-guard.server.ts";

/** The guard's status; 200 = passed, with the form's fields as body. */
async function guarded(method: string, path: string, body: string | null, type: string | null): Promise<Response> {
  const request = new Request(`http://localhost:3000${path}`, { method, body, headers: type === null ? {} : { "Content-Type": type } });
  if (type === null) request.headers.delete("Content-Type");
  const next = async () => new Response(request.body === null ? "" : await request.text());
  const args = { request, url: new URL(request.url), pattern: path, params: {}, context: new RouterContextProvider() };
  return (await guardForms(args, next)) as Response;
}

const FORM = "application/x-www-form-urlencoded";

test("passes forms to actions unchanged", async () => {
  expect(await (await guarded("POST", "/cart", "intent=add&id=1", `${FORM}; charset=utf-8`)).text()).toBe("intent=add&id=1");
  const parts = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n';
  expect(await (await guarded("POST", "/cart", parts, "multipart/form-data; boundary=x")).text()).toBe(parts);
});

test("rejects non-form bodies before an action", async () => {
  for (const type of [null, "application/json", "text/plain", "form", "application/xml"]) {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"])
      expect((await guarded(method, "/cart", "x", type)).status, `${method} ${type}`).toBe(415);
  }
  expect((await guarded("DELETE", "/cart.data", null, null)).status).toBe(415);
});

test("rejects broken forms before an action", async () => {
  for (const type of ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=x"]) {
    const answer = await guarded("POST", "/checkout", "--y nonsense", type);
    expect(answer.status, type).toBe(400);
    expect(await answer.json(), type).toMatchObject({ status: 400, detail: expect.stringContaining("form") });
  }
});

test("passes reads and API calls", async () => {
  expect((await guarded("GET", "/cart", null, null)).status).toBe(200);
  for (const path of ["/api/cart", "/API/cart", "/admin/api/login"])
    expect((await guarded("POST", path, "{}", "application/json")).status, path).toBe(200);
  expect((await guarded("POST", "/apis", "{}", "application/json")).status).toBe(415);
});
