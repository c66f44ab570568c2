-- Tells the time. Writes nothing.
--
-- KEYS: see the prelude
-- ARGV: none
-- Returns: ms since the epoch, rounded down
return {NOW}
