-- Tells what a lane's call was answered. Writes nothing.
--
-- KEYS: see the prelude
-- ARGV: lane, number of the call
-- Returns: the reply, or an empty list if the call has not been carried out or has changed nothing
return recall(argument(), number(argument())) or {}
