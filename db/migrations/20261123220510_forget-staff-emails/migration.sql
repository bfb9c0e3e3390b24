-- Emails that let staff in hold a link that sets a password: of those that were sent only the subject stays.
UPDATE mail_outbox SET html = NULL, plain_text = NULL, data = CASE WHEN status = 'sent' THEN '{}'::jsonb ELSE data END WHERE kind = 'staff_access';
