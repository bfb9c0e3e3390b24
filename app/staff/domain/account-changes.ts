import { missingRight, type Visitor } from "./permissions.ts";

/** Validity of a confirmation for account changes. */
const CONFIRMATION_MINUTES = 10;

/** Whether a confirmation still counts. @param confirmedAt null = there is none */
export function isConfirmationFresh(confirmedAt: Date | null, now: Date): boolean {
  return confirmedAt !== null && Math.abs(now.getTime() - confirmedAt.getTime()) < CONFIRMATION_MINUTES * 60_000;
}

export const CONFIRM_FIRST = "Confirm with your password first, on this page or under “My account”. Then do it again.";
export const OWN_ACCOUNT_ONLY = "This is your own account: change it under “My account”.";
export const OTHER_ADMINISTRATOR = "This is your own account: another administrator has to do this.";

/** The acting user with a confirmation state. */
export interface AccountActor extends Visitor {
  readonly id: number;
  readonly isConfirmed: boolean;
}

/** Why this user cannot grant a permission that they lack. */
export function notYoursToGive(right: string): string {
  return `You do not have “${right}” yourself, so you cannot give it.`;
}

interface AccountAccess {
  readonly email: string;
  readonly roles: readonly string[];
  readonly isDisabled: boolean;
}

/**
 * Why this user may not save the account, by field; undefined if allowed. Fields that decide access need a recent confirmation, and users
 * cannot change their own here. `before` undefined: new.
 */
export function refuseAccountChange(
  actor: AccountActor,
  id: number | null,
  value: AccountAccess,
  before: AccountAccess | undefined,
): Readonly<Record<string, string>> | undefined {
  const rolesOf = ({ roles }: AccountAccess) => roles.toSorted().join();
  const changed = [
    before?.email === value.email ? null : "email",
    before !== undefined && rolesOf(before) === rolesOf(value) ? null : "roles",
    (before?.isDisabled ?? false) === value.isDisabled ? null : "isDisabled",
  ].filter((field) => field !== null);
  if (changed.length === 0) return undefined;
  const problemOf = (field: string) => {
    if (id === actor.id) return field === "email" ? OWN_ACCOUNT_ONLY : OTHER_ADMINISTRATOR;
    return actor.isConfirmed ? null : CONFIRM_FIRST;
  };
  const problems = changed.flatMap((field) => {
    const problem = problemOf(field);
    return problem === null ? [] : [[field, problem] as const];
  });
  return problems.length === 0 ? undefined : Object.fromEntries(problems);
}

/**
 * Why this user may not save a custom role, by field. A change of its permissions needs a recent confirmation, because accounts may have
 * it.
 */
export function refuseRoleChange(
  actor: AccountActor,
  { permissions }: { readonly permissions: readonly string[] },
  before: { readonly permissions: readonly string[] } | undefined,
): Readonly<Record<string, string>> | undefined {
  if (before?.permissions.toSorted().join() === permissions.toSorted().join()) return undefined;
  const right = missingRight(actor, [], permissions);
  if (right !== null) return { permissions: notYoursToGive(right) };
  return actor.isConfirmed || before === undefined ? undefined : { permissions: CONFIRM_FIRST };
}

/** Why this user may not undo an account action; `before`: changed fields by account, null if added. */
export function refuseAccountUndo(
  actor: AccountActor,
  before: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>,
): string | undefined {
  const weighty = Object.entries(before).filter(([, state]) => state === null || Object.keys(state).some((field) => field !== "name"));
  if (weighty.some(([id]) => Number(id) === actor.id)) return OTHER_ADMINISTRATOR;
  return weighty.length > 0 && !actor.isConfirmed ? CONFIRM_FIRST : undefined;
}
