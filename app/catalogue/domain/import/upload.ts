/** The call that takes a product file in: a form with `file`. */
export const IMPORT_CALL = "/admin/api/import";
