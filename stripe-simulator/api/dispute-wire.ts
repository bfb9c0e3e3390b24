import type Stripe from "stripe";
import type { DisputeRecord, WireObject } from "#stripe-simulator/payment/records.ts";
import { seconds, type Shape } from "./wire.ts";

const EVIDENCE_DAYS = 7;

const NO_EVIDENCE = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
} satisfies Shape<Stripe.Dispute.Evidence>;

export function disputeWire(dispute: DisputeRecord): WireObject {
  return {
    id: dispute.id,
    object: "dispute",
    amount: dispute.amount,
    balance_transactions: [],
    charge: dispute.chargeId,
    created: seconds(dispute.at),
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: seconds(dispute.at) + EVIDENCE_DAYS * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    } satisfies Shape<Stripe.Dispute.EvidenceDetails>,
    intended_submission_method: null,
    is_charge_refundable: dispute.outcome === "won",
    livemode: false,
    metadata: {},
    payment_intent: dispute.intentId,
    reason: "fraudulent",
    status: dispute.outcome ?? "needs_response",
  } satisfies Shape<Stripe.Dispute>;
}
