-- Whoever could give discounts by the permission to refunds keeps doing so.
UPDATE "staff_roles" SET "permissions" = array_append("permissions", 'discounts') WHERE 'refunds' = ANY("permissions") AND NOT 'discounts' = ANY("permissions");
