import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { shownAmount } from "#stripe-simulator/api/amounts.ts";
import { TEST_CARDS } from "#stripe-simulator/test-cards.ts";
import type { IntentRecord } from "#stripe-simulator/payment/records.ts";

/* Replacements for the vendor's pages: its card form, and the bank's challenge. Plain HTML, no script. */

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 34rem; padding: 2rem 1rem; }
.notice { border-left: .25rem solid; padding: .25rem .75rem; }
.error { color: #b3001b; }
fieldset { border: 1px solid; border-radius: .5rem; margin: 1rem 0; padding: .5rem 1rem; }
label { display: block; padding: .5rem 0; }
small { display: block; padding-left: 1.75rem; }
button { border: 1px solid; border-radius: .5rem; font: inherit; margin: 0 .5rem .5rem 0; min-height: 2.75rem; padding: .5rem 1.25rem; }
button.primary { background: #14532d; color: #fff; }
@media (prefers-color-scheme: dark) { .error { color: #ff9aa8; } }
`;

/** Headers of these pages: only their own style, no framing, forms only to this server. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

// In one string, because the policy's hash covers every space between the tags.
const STYLE_ELEMENT = raw(`<style>${STYLE}</style>`);

type Markup = ReturnType<typeof html>;

function page(title: string, body: Markup): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p class="notice">This is a test. No card is charged.</p>
          ${body}
        </main>
      </body>
    </html>`;
}

/** The bank's challenge (3-D Secure). `payee` "" = no name is shown. */
export function bankPage(intent: IntentRecord, payee: string): Markup {
  return page(
    "Your bank asks",
    html`<p>
        Do you want to pay
        <strong>${shownAmount(intent.amount, intent.currency)}</strong
        >${payee === "" ? "" : ` to ${payee}`}${intent.description ? ` for ${intent.description}` : ""}?
      </p>
      <form method="post">
        <input type="hidden" name="client_secret" value="${intent.secret}" />
        <button class="primary" name="outcome" value="complete">Approve the payment</button>
        <button name="outcome" value="fail">Refuse</button>
      </form>`,
  );
}

/** The card form for browsers without JavaScript. */
export function cardPage(intent: IntentRecord, returnUrl: string, problem: string | null): Markup {
  const cards = TEST_CARDS.map(
    (card, index) =>
      html`<label>
        <input type="radio" name="payment_method" value="${card.paymentMethod}" ${index === 0 ? raw("checked") : ""} required />
        ${card.label}
        <small>${card.number}<br />${card.hint}</small>
      </label>`,
  );
  return page(
    `Pay ${shownAmount(intent.amount, intent.currency)}`,
    html`${problem ? html`<p class="error" role="alert">${problem}</p>` : ""}
      <form method="post">
        <input type="hidden" name="client_secret" value="${intent.secret}" />
        <input type="hidden" name="return_url" value="${returnUrl}" />
        <fieldset>
          <legend>Choose a test card</legend>
          ${cards}
        </fieldset>
        <button class="primary">Pay ${shownAmount(intent.amount, intent.currency)}</button>
      </form>`,
  );
}

/** Shown when there is nothing to decide. */
export function endPage(title: string, text: string): Markup {
  return page(title, html`<p>${text}</p>`);
}
