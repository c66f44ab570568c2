CREATE TABLE IF NOT EXISTS delay_queue_outbox (
	entry_no BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
	queue VARCHAR(128) NOT NULL,
	message_id VARCHAR(256) NOT NULL,
	operation VARCHAR(16) NOT NULL,
	payload LONGBLOB,
	details LONGTEXT NOT NULL,
	created_at BIGINT NOT NULL,
	attempts INTEGER NOT NULL,
	failed_at BIGINT,
	error TEXT,
	INDEX delay_queue_outbox_wait (failed_at, entry_no)
) ENGINE = InnoDB DEFAULT CHARACTER SET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE TABLE IF NOT EXISTS delay_queue_outbox_lock (
	id INTEGER NOT NULL PRIMARY KEY
) ENGINE = InnoDB;
