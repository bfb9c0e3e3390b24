-- Codes are compared without minus signs and marks that nobody sees, too (app/promotions/domain/coupons.ts): those that are stored with some are spelled
-- anew, unless another code is spelled like that by now.
WITH spelled AS (
  SELECT DISTINCT ON (code) id, code
  FROM (
    SELECT id, normalized_code, regexp_replace(normalized_code, '[\u00AD\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\u2212\uFEFF\uFFF9-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0001\U000E0020-\U000E007F]+', '', 'g') AS code
    FROM coupon_codes
  ) stored
  WHERE code <> normalized_code AND code <> ''
  ORDER BY code, id
)
UPDATE coupon_codes c SET normalized_code = spelled.code
FROM spelled
WHERE spelled.id = c.id AND NOT EXISTS (SELECT FROM coupon_codes o WHERE o.normalized_code = spelled.code);
