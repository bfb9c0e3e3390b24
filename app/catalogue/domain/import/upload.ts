/** Upload call for product files: a form with `file`. */
export const IMPORT_CALL = "/admin/api/import";
