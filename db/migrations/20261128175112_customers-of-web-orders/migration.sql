-- An order of the website belongs to the customer of its email: anyone can type another person's phone number there. By the phone number alone it
-- would have joined that person's record, with its tags, contacts and consent. Staff know who calls, so their orders are still found by phone.
CREATE OR REPLACE FUNCTION order_customer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  main text := coalesce(nullif(NEW.email_key, ''), NEW.phone_key);
  found_id integer;
  made_id integer;
BEGIN
  IF main = '' THEN
    RETURN NEW;
  END IF;
  SELECT customer_id INTO found_id FROM customer_contacts
    WHERE key = main OR (key = NEW.phone_key AND key <> '' AND NEW.source <> 'web') ORDER BY key = main DESC LIMIT 1 FOR SHARE;
  IF found_id IS NULL THEN
    INSERT INTO customers (name, email, phone, created_at) VALUES (NEW.customer_name, NEW.customer_email, NEW.customer_phone, NEW.placed_at)
      RETURNING id INTO made_id;
    INSERT INTO customer_contacts (key, customer_id) VALUES (main, made_id) ON CONFLICT DO NOTHING;
    -- A parallel order of the same person may have been first.
    SELECT customer_id INTO found_id FROM customer_contacts WHERE key = main FOR SHARE;
    IF found_id <> made_id THEN
      DELETE FROM customers WHERE id = made_id;
    END IF;
  END IF;
  IF NEW.email_key <> '' THEN
    INSERT INTO customer_contacts (key, customer_id) VALUES (NEW.email_key, found_id) ON CONFLICT DO NOTHING;
  END IF;
  IF NEW.phone_key <> '' THEN
    INSERT INTO customer_contacts (key, customer_id) VALUES (NEW.phone_key, found_id) ON CONFLICT DO NOTHING;
  END IF;
  -- Orders taken by telephone often have no email: the customer's stays.
  UPDATE customers SET email = coalesce(nullif(NEW.customer_email, ''), email), phone = coalesce(nullif(NEW.customer_phone, ''), phone)
    WHERE id = found_id
      AND (email, phone) IS DISTINCT FROM (coalesce(nullif(NEW.customer_email, ''), email), coalesce(nullif(NEW.customer_phone, ''), phone));
  -- The box at the checkout: an answer given before stays as it is, one that was withdrawn is given anew.
  IF NEW.marketing_consent THEN
    UPDATE customers SET marketing_consent = 'given', consent_source = 'checkout', consent_at = NEW.placed_at, version = version + 1
      WHERE id = found_id AND marketing_consent IS DISTINCT FROM 'given';
  END IF;
  NEW.customer_id := found_id;
  RETURN NEW;
END
$$;
