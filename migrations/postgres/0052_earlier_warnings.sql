-- The labels of what a server of the version before writes, as in 0050, but without the escapes of its texts: reading
-- any text of findings fails where another one holds "\u0000" or half a surrogate. Codes hold no escapes.
--
-- Such a server, which calls itself "lettershop", does not count what it changes: the count of the Postbatch ends, and
-- is shown as not counted. The same holds where it takes an item with warnings out of those that wait for the approval.
-- This version counts its own changes.
create or replace function "items_warning_codes"() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new."warnings" is not null then return new; end if;
  elsif new."warnings" is distinct from old."warnings" then
    return new;
  end if;
  new."warnings" := null;
  if new."findings" like '%"severity":"warning"%' then
    new."warnings" := (
      select json_object_agg("code", '')::text from (
        select 'any' as "code"
        union
        select entry ->> 'code'
          from json_array_elements(regexp_replace(new."findings", '\\(u[0-9a-fA-F]{4}|.)', '', 'g')::json) as entry
          where entry ->> 'severity' = 'warning'
      ) as found
    );
  end if;
  -- The same labels in another order or with other blanks are no change.
  if tg_op = 'UPDATE' and new."warnings"::jsonb is not distinct from old."warnings"::jsonb then
    new."warnings" := old."warnings";
  end if;
  if tg_op = 'UPDATE' and new."postbatchId" is not null then
    if new."warnings" is distinct from old."warnings" then
      update "postbatches" set "warnings" = null
        where "id" = new."postbatchId" and "approvedAt" is null and "warnings" is not null;
    elsif new."warnings" is not null and new."status" <> old."status" and 'HELD' in (old."status", new."status") then
      update "postbatches" set "warnings" = null
        where "id" = new."postbatchId" and "approvedAt" is null and "warnings" is not null
          and ("status" = 'VALIDATING' or current_setting('application_name') = 'lettershop');
    end if;
  end if;
  return new;
end
$$;
