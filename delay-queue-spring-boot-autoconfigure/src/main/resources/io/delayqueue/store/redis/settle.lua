-- Carries out settlements.
--
-- KEYS: see the prelude
-- ARGV: MESSAGES or DEAD_LETTERS, consumer, number of the call, confirmed token, number of settlements, each
--       settlement (see settle_all)
-- Returns: ms until due of a new head of `waiting` or '', settlement results or '-'
consume(argument())
local name, call, confirmed, count = argument(), number(argument()), argument(), number(argument())
local consumer = load_consumer(name)
if call < consumer.settle then
  return superseded(call, consumer.settle)
end
if call == consumer.settle then
  return {'', consumer.settle_results}
end

begin_writes()
local head_before = head_of(WAITING)
confirm(consumer, confirmed)
local results = settle_all(name, count)
if string.find(results, APPLIED) then
  wake_if_full()
end
consumer.settle, consumer.settle_results = call, results
save_consumer(name, consumer)
return {hint(head_before), results}
