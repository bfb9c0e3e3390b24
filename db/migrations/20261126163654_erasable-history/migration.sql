-- The history only grows, with one exception: the erasure of a customer takes their data out of it, in a transaction that says so. Rows are still never
-- removed.
CREATE OR REPLACE FUNCTION keep_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND current_setting('shopbell.erases_customer', true) = 'on' THEN
		RETURN NULL;
	END IF;
	RAISE EXCEPTION 'rows of the history are neither changed nor removed';
END
$$;
