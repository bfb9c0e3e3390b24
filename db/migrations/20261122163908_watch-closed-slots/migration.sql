SELECT pages_watch_table('closed_slots');
