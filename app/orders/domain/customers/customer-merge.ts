import { MAX_ALLERGY_NOTE_LENGTH, MAX_LONG_TEXT_LENGTH, MAX_REASON_LENGTH, MAX_TAGS } from "#app/values/limits.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

export const MARKETING_CONSENTS = ["none", "given", "withdrawn"] as const;
type MarketingConsent = (typeof MARKETING_CONSENTS)[number];

/** A customer as staff edit it, with the contacts that orders gave it. */
export interface CustomerRecord {
  readonly name: string;
  readonly notes: string;
  readonly allergies: string;
  readonly tags: readonly string[];
  readonly isBlocked: boolean;
  readonly blockedReason: string;
  /** Whether the customer agrees to marketing emails; "none": not asked. Absent in history entries of earlier versions, as the next two. */
  readonly marketingConsent: MarketingConsent;
  /** The source of the answer, such as "asked at the counter". */
  readonly consentSource: string;
  /** When it was recorded, ISO 8601; null: not asked. */
  readonly consentAt: string | null;
  /** Normalised emails and phone numbers, sorted. */
  readonly contacts: readonly string[];
}

/** `stays` with everything of `goes`. Blocked if one of them is. Texts are never shortened: too long ones are refused. */
export function mergedCustomer(stays: CustomerRecord, goes: CustomerRecord): Result<CustomerRecord, string> {
  const notes = joined(stays.notes, goes.notes, "\n");
  const allergies = joined(stays.allergies, goes.allergies, ", ");
  const blockedReason = joined(stays.blockedReason, goes.blockedReason, "; ");
  const tags = [...new Set([...stays.tags, ...goes.tags])];
  const sizes = [
    ["notes", notes.length, MAX_LONG_TEXT_LENGTH],
    ["allergies", allergies.length, MAX_ALLERGY_NOTE_LENGTH],
    ["reasons for blocking", blockedReason.length, MAX_REASON_LENGTH],
    ["tags", tags.length, MAX_TAGS],
  ] as const;
  const tooLarge = sizes.find(([, size, limit]) => size > limit);
  if (tooLarge !== undefined) return fail(`The ${tooLarge[0]} of both customers do not fit into one. Shorten them first.`);
  return ok({
    name: stays.name,
    notes,
    allergies,
    tags,
    isBlocked: stays.isBlocked || goes.isBlocked,
    blockedReason,
    ...consentOf(stays, goes),
    contacts: [...new Set([...stays.contacts, ...goes.contacts])].toSorted(),
  });
}

/** The later answer of the two; of answers at the same time, the withdrawal. */
function consentOf(stays: CustomerRecord, goes: CustomerRecord) {
  const rank = ({ consentAt, marketingConsent }: CustomerRecord) => `${consentAt ?? ""} ${marketingConsent}`;
  const { marketingConsent, consentSource, consentAt } = rank(goes) > rank(stays) ? goes : stays;
  return { marketingConsent, consentSource, consentAt };
}

/** Both texts, or one if it contains the other. */
function joined(first: string, second: string, separator: string): string {
  const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
  if (has(first, second)) return first;
  return has(second, first) ? second : `${first}${separator}${second}`;
}
