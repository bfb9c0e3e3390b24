/** Apple Pay, Google Pay and the test wallet, above the form. The test wallet's sheet asks for data that a real wallet already has. */

/** The name of the section. */
export const express = "Express checkout";
/** Between the wallet's button and the form. */
export const orFillForm = "or fill in the form";
export const noConnection = "No connection. Nothing was charged; please try again.";

export const testWallet = "Test wallet";
export const openTestWallet = "Test wallet — no real payment";
export const noCardCharged = "No card is charged. A real wallet knows its owner; this one asks.";
export const payWith = "Pay with";
export const cancel = "Cancel";

/** The prefilled owner of the test wallet. */
export const ownerName = "Robin Test";
export const ownerEmail = "robin@example.com";
export const ownerPhone = "416 555 0134";
export const ownerStreet = "12 Mill Street";
export const ownerCity = "Toronto";
export const ownerProvince = "Ontario";
export const ownerPostalCode = "M5A 1A1";
export const ownerCountry = "Canada";
