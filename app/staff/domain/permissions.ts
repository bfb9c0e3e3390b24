import { findPermissions, limitedRoles, PERMISSIONS, ROLE_PERMISSIONS, type Permission, type StaffPath } from "./permission-list.ts";
import { ROLES, type Role } from "./user.ts";

export { DELIVERIES_PAGE, KITCHEN_PAGE, KITCHEN_SCREEN } from "./permission-list.ts";

/** A signed-in user. Unknown roles and permissions grant nothing. */
export interface Visitor {
  readonly roles: readonly string[];
  /** Permissions of the user's custom roles; left out = none. */
  readonly permissions?: readonly string[];
  /** Until a second factor is set up, only the user's own account is open. */
  readonly needsSecondFactor?: boolean;
}

/** Decision: continue, redirect (pages), or a status: 401 not signed in, 403 not allowed (calls), 404 undecodable path. */
export type AdminAccess =
  | { readonly allow: true }
  | { readonly allow: false; readonly redirect: StaffPath }
  | { readonly allow: false; readonly status: 401 | 403 | 404 };

/** The message for staff whose roles lack the permission. */
export const FORBIDDEN_BY_ROLE = "Your role does not allow this.";

/** The user's own account. It is below /admin/orders because every role with access may open that path. */
export const ACCOUNT_PATH = "/admin/orders/account";

/** Pages of every user with access: their own account and the guide. */
const OWN_PAGES = ["orders/account", "orders/guide"];

const ALLOWED: AdminAccess = { allow: true };
const MAX_ENCODINGS = 5;

export function hasRole(visitor: Visitor, role: Role): boolean {
  return visitor.roles.includes(role);
}

/** Whether the user has a permission of the table; administrators have all. */
export function hasPermission(visitor: Visitor, id: string): boolean {
  return hasRole(visitor, "super-admin") || permissionsOf(visitor).some((permission) => permission.id === id);
}

/** The order of the roles decides the start page; custom roles come last. */
function permissionsOf(visitor: Visitor): readonly Permission[] {
  return [...limitedRoles(visitor.roles).flatMap((role) => ROLE_PERMISSIONS[role]), ...findPermissions(visitor.permissions ?? [])];
}

/**
 * The first of these permissions that a user lacks, and so cannot grant; null if none.
 *
 * @param roles names of built-in roles; custom ones are given by their permissions
 */
export function missingRight(visitor: Visitor, roles: readonly string[], permissions: readonly string[]): string | null {
  if (hasRole(visitor, "super-admin")) return null;
  if (roles.includes("super-admin")) return "Administrator";
  const granted = [...limitedRoles(roles).flatMap((role) => ROLE_PERMISSIONS[role]), ...findPermissions(permissions)];
  return granted.find(({ id }) => !hasPermission(visitor, id))?.label ?? null;
}

/**
 * Access to a path, for pages and `/admin/api/*` (docs/rules/roles.md). Paths outside /admin are public. Method and existence do not matter. The path
 * is read as the router splits it and fully decoded; both must allow it.
 */
export function adminAccess(path: string, visitor: Visitor | null): AdminAccess {
  const resolved = normalizePath(path);
  const split = splitAsRouter(path);
  if (resolved === null || split === null) return { allow: false, status: 404 };
  const views = [segmentsOf(resolved), split];
  const every: Every = (rule) => views.every(rule);
  if (!views.some(([first]) => first === "admin")) return ALLOWED;

  const isApi = views.some(([first, second]) => first === "admin" && second === "api");
  return isApi ? callAccess(every, visitor) : pageAccess(every, visitor);
}

/** Whether the path leads into the staff area, as the router splits it or fully decoded; also true for one that cannot be decoded. */
export function isStaffPath(path: string): boolean {
  const views = [normalizePath(path), splitAsRouter(path)?.join("/") ?? null];
  return views.some((view) => view === null || segmentsOf(view)[0] === "admin");
}

/** Whether a rule allows the path both as the router splits it and fully decoded. */
type Every = (rule: (segments: readonly string[]) => boolean) => boolean;

function callAccess(every: Every, visitor: Visitor | null): AdminAccess {
  // Login and me respond by themselves.
  if (every((segments) => isCall(segments, "login") || isCall(segments, "me"))) return ALLOWED;
  if (visitor === null) return { allow: false, status: 401 };
  if (every((segments) => isCall(segments, "logout"))) return ALLOWED;
  if (visitor.needsSecondFactor === true) return { allow: false, status: 403 };
  if (hasRole(visitor, "super-admin")) return ALLOWED;
  return every((segments) => opens(visitor, "calls", segments.slice(2))) ? ALLOWED : { allow: false, status: 403 };
}

function pageAccess(every: Every, visitor: Visitor | null): AdminAccess {
  if (every((segments) => segments.length === 2 && isUnder(segments, "login"))) return ALLOWED;
  if (visitor === null) return { allow: false, redirect: "/admin/login" };
  const isAdministrator = hasRole(visitor, "super-admin");
  const isStaff = isAdministrator || permissionsOf(visitor).length > 0;
  if (isStaff && visitor.needsSecondFactor === true)
    return every((segments) => `/${segments.join("/")}` === ACCOUNT_PATH) ? ALLOWED : { allow: false, redirect: ACCOUNT_PATH };
  if (isAdministrator) return ALLOWED;
  const isOpen = (segments: readonly string[]) => (isStaff ? opens(visitor, "pages", segments.slice(1)) : segments.length === 1);
  return every(isOpen) ? ALLOWED : { allow: false, redirect: homeOf(visitor) };
}

/** The user's start page, also the redirect target for pages that they may not open. */
export function homeOf(visitor: Visitor): StaffPath {
  return hasRole(visitor, "super-admin") ? "/admin/" : (permissionsOf(visitor)[0]?.home ?? "/admin/");
}

/** `segments` below /admin or /admin/api. */
function opens(visitor: Visitor, kind: "pages" | "calls", segments: readonly string[]): boolean {
  const isOpen = (entry: string) => {
    const parts = segmentsOf(entry);
    return parts.every((part, at) => segments[at] === part) && (entry.endsWith("/") || segments.length === parts.length);
  };
  const permissions = permissionsOf(visitor);
  if (kind === "pages" && permissions.length > 0 && OWN_PAGES.some(isOpen)) return true;
  return permissions.some((permission) => permission[kind].some(isOpen));
}

/** The roles that each suffice to open a page. */
export function rolesThatOpen(path: string): readonly Role[] {
  return ROLES.filter((role) => canOpen(path, { roles: [role] }));
}

/** The permissions that each suffice to open a page. */
export function permissionsThatOpen(path: string): readonly string[] {
  return PERMISSIONS.filter(({ id }) => canOpen(path, { roles: [], permissions: [id] })).map(({ id }) => id);
}

/** Whether this user may open a link's path. */
export function canOpen(path: string, visitor: Visitor): boolean {
  return adminAccess(path, visitor).allow;
}

/**
 * The normalized path: decoded repeatedly, lower case, single slashes, dots resolved, no trailing slash, query, fragment or ".data". null if
 * undecodable, encoded too often, or with control characters.
 */
export function normalizePath(path: string): string | null {
  const once = decodeStrictly(withoutQuery(path));
  const decoded = once === null ? null : decodeAscii(once);
  if (decoded === null || hasControl(decoded)) return null;
  const plain = decoded.replaceAll("\\", "/").toLowerCase();
  const resolved: string[] = [];
  for (const segment of plain.split("/")) {
    if (segment === "..") resolved.pop();
    else if (segment !== "" && segment !== ".") resolved.push(segment);
  }
  return withoutDataSuffix(`/${resolved.join("/")}`);
}

/** /admin/login with the return path. Takes path and query. `isEnded`: the page says that the session expired. */
export function loginPath(next: string, isEnded = false): string {
  const target = parseNext(next);
  const query = [
    ...(target === null || normalizePath(target) === "/admin" ? [] : [`next=${encodeURIComponent(target)}`]),
    ...(isEnded ? ["ended=1"] : []),
  ];
  return query.length === 0 ? "/admin/login" : `/admin/login?${query.join("&")}`;
}

/** The return path under /admin on this origin, or null. */
export function parseNext(next: string): string | null {
  if (!/^\/(?![/\\])[^\\\p{Cc}\p{Cs}\s]*$/u.test(next)) return null;
  const path = normalizePath(next);
  if (path === null || segmentsOf(path)[0] !== "admin" || path === "/admin/login" || path.startsWith("/admin/api")) return null;
  return next;
}

/** Segments as the router matches them: split first, decoded once, case-insensitive; dots are names. */
function splitAsRouter(path: string): string[] | null {
  const segments: string[] = [];
  for (const segment of segmentsOf(withoutDataSuffix(withoutQuery(path)))) {
    const decoded = decodeStrictly(segment);
    if (decoded === null) return null;
    segments.push(decoded.toLowerCase());
  }
  return segments;
}

function isUnder(segments: readonly string[], section: string): boolean {
  return segments[0] === "admin" && segments[1] === section;
}

function isCall(segments: readonly string[], name: string): boolean {
  return segments.length === 3 && isUnder(segments, "api") && segments[2] === name;
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}

function withoutQuery(path: string): string {
  return path.replace(/[?#].*$/s, "");
}

/** Client navigations request "/admin/users.data", "/admin/_.data" (trailing slash) and "/_root.data". */
function withoutDataSuffix(path: string): string {
  return path.endsWith(".data")
    ? path
        .slice(0, -".data".length)
        .replace(/\/_(?:root)?$/, "/")
        .replace(/(?<=.)\/$/, "")
    : path;
}

function decodeStrictly(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** Remaining encoding after one decoding. null if encoded suspiciously often. */
function decodeAscii(text: string): string | null {
  let current = text;
  for (let round = 0; round < MAX_ENCODINGS; round += 1) {
    const next = current.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    if (next === current) return current;
    current = next;
  }
  return null;
}

function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
