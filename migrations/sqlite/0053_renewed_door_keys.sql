-- The rules by which doors are compared have changed: words between the numbers of a range, units and streets in the second
-- line, abbreviations of streets, ordinals, floors and sides. As in 0048, the rows are found by version 1 until the job,
-- which is due now, has derived their keys again.
update "items" set "addressKeyV2" = null where "addressKeyV2" is not null;
update "suppressions" set "matchKeyV2" = null where "matchKeyV2" is not null;
update "renders" set "addressKeyV2" = null where "addressKeyV2" is not null and "addressKey" is not null;
update "jobs" set "dueAt" = 0, "wakeAt" = 0 where "kind" = 'items.renewKeys' and "status" in ('PENDING', 'RESERVED');
