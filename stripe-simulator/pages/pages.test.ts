import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import { serveSimulator, type ServedSimulator } from "#stripe-simulator/test/serve-simulator.ts";

let simulator: ServedSimulator;

beforeAll(async () => {
  simulator = await serveSimulator();
});

afterAll(async () => {
  await simulator.close();
});

interface Intent {
  readonly id: string;
  readonly client_secret: string;
  readonly status: string;
  readonly next_action: { readonly redirect_to_url: { readonly url: string } } | null;
}

async function post(path: string, fields: Record<string, string>): Promise<Intent> {
  const answer = await fetch(simulator.apiUrl + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}` },
    body: new URLSearchParams(fields),
  });
  return (await answer.json()) as Intent;
}

function createIntent(description = "Order A-001"): Promise<Intent> {
  return post("/v1/payment_intents", { amount: "2350", currency: "usd", capture_method: "manual", description });
}

async function statusOf(id: string): Promise<string> {
  const answer = await fetch(`${simulator.apiUrl}/v1/payment_intents/${id}`, {
    headers: { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}` },
  });
  return ((await answer.json()) as Intent).status;
}

function open(url: string, fields?: Record<string, string>): Promise<Response> {
  return fetch(url, { redirect: "manual", ...(fields ? { method: "POST", body: new URLSearchParams(fields) } : {}) });
}

function shopUrl(): string {
  return `${new URL(simulator.apiUrl).origin}/payment-complete?order=tok`;
}

test.each([
  ["complete", "requires_capture", "succeeded"],
  ["fail", "requires_payment_method", "failed"],
])("the bank's page: %s leads to %s and back to the shop", async (outcome, status, redirectStatus) => {
  const intent = await createIntent();
  const asked = await post(`/v1/payment_intents/${intent.id}/confirm`, {
    payment_method: "pm_card_authenticationRequired",
    return_url: shopUrl(),
  });
  const bankUrl = asked.next_action?.redirect_to_url.url ?? "";
  const page = await open(bankUrl);
  const text = await page.text();
  expect(page.status).toBe(200);
  expect(text).toContain("$23.50");
  expect(text).toContain("This is a test. No card is charged.");
  const style = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? "";
  expect(page.headers.get("content-security-policy")).toContain(
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  );
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");

  const back = await open(bankUrl, { outcome, client_secret: intent.client_secret });
  expect(back.status).toBe(303);
  const target = new URL(back.headers.get("location") ?? "");
  expect(`${target.origin}${target.pathname}`).toBe(`${new URL(simulator.apiUrl).origin}/payment-complete`);
  expect(Object.fromEntries(target.searchParams)).toEqual({
    order: "tok",
    payment_intent: intent.id,
    payment_intent_client_secret: intent.client_secret,
    redirect_status: redirectStatus,
  });
  expect(await statusOf(intent.id)).toBe(status);

  const again = await open(bankUrl, { outcome: "complete", client_secret: intent.client_secret });
  expect(new URL(again.headers.get("location") ?? "").searchParams.get("redirect_status")).toBe(redirectStatus);
  expect(await statusOf(intent.id)).toBe(status);
});

test("without the payment's secret the bank's page is 404", async () => {
  const intent = await createIntent();
  await post(`/v1/payment_intents/${intent.id}/confirm`, { payment_method: "pm_card_authenticationRequired" });
  expect((await open(`${simulator.apiUrl}/3ds/${intent.id}`)).status).toBe(404);
  expect((await open(`${simulator.apiUrl}/3ds/${intent.id}`, { outcome: "complete", client_secret: "guess" })).status).toBe(404);
  expect(await statusOf(intent.id)).toBe("requires_action");
});

test("the bank's page links only to the shop", async () => {
  const intent = await createIntent();
  const asked = await post(`/v1/payment_intents/${intent.id}/confirm`, {
    payment_method: "pm_card_authenticationRequired",
    return_url: "https://elsewhere.example/x",
  });
  const answer = await open(asked.next_action?.redirect_to_url.url ?? "", { outcome: "complete", client_secret: intent.client_secret });
  expect(answer.status).toBe(200);
  expect(await answer.text()).not.toContain("elsewhere.example");
});

test("text of the order cannot become markup on the pages", async () => {
  const intent = await createIntent(`<script>alert("x")</script>`);
  await post(`/v1/payment_intents/${intent.id}/confirm`, { payment_method: "pm_card_authenticationRequired" });
  const page = await open(`${simulator.apiUrl}/3ds/${intent.id}?client_secret=${intent.client_secret}`);
  const text = await page.text();
  expect(text).toContain("&lt;script&gt;");
  expect(text).not.toContain("<script>");
});

test("the card page works without JavaScript: decline, challenge, success", async () => {
  const intent = await createIntent();
  const query = new URLSearchParams({ client_secret: intent.client_secret, return_url: "/payment-complete?order=tok" });
  const url = `${simulator.apiUrl}/pay/${intent.id}`;
  const page = await open(`${url}?${query}`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("4242 4242 4242 4242");

  const fields = { client_secret: intent.client_secret, return_url: shopUrl() };
  const declined = await open(url, { ...fields, payment_method: "pm_card_visa_chargeDeclined" });
  expect(declined.status).toBe(422);
  expect(await declined.text()).toContain("Your card was declined.");

  const asked = await open(url, { ...fields, payment_method: "pm_card_authenticationRequired" });
  expect(asked.status).toBe(303);
  const bankUrl = asked.headers.get("location") ?? "";
  expect(bankUrl).toContain(`/3ds/${intent.id}`);
  const back = await open(bankUrl, { outcome: "complete", client_secret: intent.client_secret });
  expect(back.headers.get("location")).toContain("redirect_status=succeeded");
  expect(await statusOf(intent.id)).toBe("requires_capture");
  expect((await open(`${url}?${query}`)).headers.get("location")).toContain("redirect_status=succeeded");
});

test("the card page redirects to no other server", async () => {
  const intent = await createIntent();
  for (const target of ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"]) {
    const query = new URLSearchParams({ client_secret: intent.client_secret, return_url: target });
    expect((await open(`${simulator.apiUrl}/pay/${intent.id}?${query}`)).status).toBe(404);
  }
});
