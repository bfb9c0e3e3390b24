/** Keys that can be checked with their service. */
export const TESTABLE_KEYS = ["STRIPE_SECRET_KEY", "SMTP_PASSWORD", "SENDGRID_API_KEY"] as const;
export type TestableKey = (typeof TESTABLE_KEYS)[number];

/** Settings that are tested together with a key, from the form. */
export const KEY_COMPANIONS = ["STRIPE_PUBLIC_KEY", "SMTP_HOST", "SMTP_USER", "ORDER_EMAIL_SENDER"] as const;
