-- The rules by which keys of version 2 are derived have changed since they were first stored. The rows are found
-- by version 1 until the job, which is due now, has derived them again. Entries keep "addressKeyV2", which says
-- that no server of 0.2.0 wrote them.
update "items" set "addressKeyV2" = null where "addressKeyV2" is not null;
update "suppressions" set "matchKeyV2" = null where "matchKeyV2" is not null;
update "renders" set "addressKeyV2" = null where "addressKeyV2" is not null and "addressKey" is not null;
update "jobs" set "dueAt" = 0, "wakeAt" = 0 where "kind" = 'items.renewKeys' and "status" = 'PENDING';
