import type { Condition } from "#app/promotions/domain/promotion.ts";
import { isGroup, listLeaves } from "./list.ts";

/** Whether a tree names addresses of customers. */
export function namesEmails(condition: Condition): boolean {
  return listLeaves(condition).some((leaf) => emailsOf(leaf).length > 0);
}

/** The tree for staff members without the right to read customers: `email_count` replaces the addresses. */
export function withoutEmails(condition: Condition): Condition {
  if (isGroup(condition)) return { ...condition, of: condition.of.map(withoutEmails) };
  if (!("emails" in condition)) return condition;
  const { emails: _emails, ...others } = condition;
  return { ...others, email_count: emailsOf(condition).length };
}

function emailsOf({ emails }: Condition): readonly unknown[] {
  return Array.isArray(emails) ? emails : [];
}
