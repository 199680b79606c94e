-- Servers of the version before share the database until they are replaced. They look for jobs that are PENDING: these
-- kinds, which they do not know or do by other rules, wait as RESERVED for a server of this version. A later version
-- drops both triggers with their functions.
create function "jobs_reserve"() returns trigger language plpgsql as $$
begin
  if new."kind" in (
    'exports.writeWorkbook', 'imports.process', 'imports.takeRows', 'integrations.makeStored',
    'integrations.retention', 'integrations.stoppedMail', 'items.renewKeys', 'overview.foldNames',
    'postbatches.correctSalutations', 'postbatches.validate', 'printers.bindSecrets', 'renders.render', 'runs.remake',
    'runs.render', 'suppressions.import', 'suppressions.takeRows'
  ) then
    new."status" := 'RESERVED';
  end if;
  return new;
end
$$;
create trigger "jobs_reserve" before insert or update of "status" on "jobs"
  for each row when (new."status" = 'PENDING') execute function "jobs_reserve"();

-- Such a server moves a test clock with the jobs that are PENDING alone.
create function "jobs_reserved_clock"() returns trigger language plpgsql as $$
begin
  update "jobs" set "wakeAt" = "dueAt" - new."testClockOffsetMs" where "status" = 'RESERVED' and "clock" = new."id";
  return null;
end
$$;
create trigger "jobs_reserved_clock" after update of "testClockOffsetMs" on "organisations"
  for each row when (new."testClockOffsetMs" <> old."testClockOffsetMs") execute function "jobs_reserved_clock"();

update "jobs" set "status" = 'PENDING' where "status" = 'PENDING';
