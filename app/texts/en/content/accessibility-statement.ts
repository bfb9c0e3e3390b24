/** The template of a shop's accessibility statement, for staff to adapt before they publish it. */

export const title = "Accessibility";
export const summary = "How everybody can order here, and whom to tell when something is in the way.";

/** `phone`: a link with the shop's number, as HTML; null = the shop names none. */
export const html = (
  phone: string | null,
) => `<p>Everybody should be able to order here: by keyboard, with a screen reader, with large text, or with colours of their own.</p>
<h2>What we follow</h2>
<p>This shop aims for the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.</p>
<ul>
<li>Every step, from the menu to the receipt, works with the keyboard alone.</li>
<li>Screen readers hear the new total and every change of your cart.</li>
<li>Pages can be enlarged to 400 % and work in high contrast.</li>
<li>You can also order without JavaScript, up to the card payment.</li>
</ul>
<h2>What is not accessible yet</h2>
<p>The card form and maps come from other companies. If they are in your way, choose payment at pickup where it is offered${phone === null ? "" : ", or call us and order by telephone"}.</p>
<h2>Tell us</h2>
<p>${phone === null ? "Tell us when you visit the shop, or answer any email from us." : `Call ${phone}, or answer any email from us.`} We answer within two working days and say what we will do.</p>`;
