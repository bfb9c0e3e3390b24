/** Keys whose service can be asked whether it takes them. */
export const TESTABLE_KEYS = ["STRIPE_SECRET_KEY", "SENDGRID_API_KEY"] as const;
export type TestableKey = (typeof TESTABLE_KEYS)[number];
