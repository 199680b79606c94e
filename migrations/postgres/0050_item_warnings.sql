-- This failed on findings with escapes. The checksum of the text before names databases that it did not fail on.
-- Corrected: 271b55492e9a26babe54da78f2e7ead322dd456dba4ed05e20aba24ce3f866c4.
alter table "postbatches" add column "warnings" text collate "C";

alter table "items" add column "warnings" text collate "C";
create table "items_warnings" (
  "rowId" text collate "C" not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "name" text collate "C" not null,
  "text" text collate "C" not null,
  primary key ("rowId", "name")
);
create index "items_warnings_entry" on "items_warnings" ("organisationId", "mode", "name", "text", "rowId");
create function "items_warnings_keep"() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from "items_warnings" where "rowId" = old."id";
  end if;
  if tg_op <> 'DELETE' then
    insert into "items_warnings" select new."id", new."organisationId", new."mode", entry."key", entry."value"
      from json_each_text(new."warnings"::json) as entry;
  end if;
  return null;
end
$$;
create trigger "items_warnings_insert" after insert on "items" for each row when (new."warnings" is not null) execute function "items_warnings_keep"();
create trigger "items_warnings_update" after update of "warnings" on "items" for each row when (new."warnings" is distinct from old."warnings") execute function "items_warnings_keep"();
create trigger "items_warnings_delete" after delete on "items" for each row when (old."warnings" is not null) execute function "items_warnings_keep"();

update "items" set "warnings" = (
  select json_object_agg("code", '')::text from (
    select 'any' as "code"
    union
    -- Reading any text of findings fails where another one holds "\u0000" or half a surrogate. Codes hold no escapes.
    select entry ->> 'code'
      from json_array_elements(regexp_replace("items"."findings", '\\(u[0-9a-fA-F]{4}|.)', '', 'g')::json) as entry
      where entry ->> 'severity' = 'warning'
  ) as found
) where "findings" like '%"severity":"warning"%';

-- Servers of the version before share the database until they are replaced. They do not write the new column, which
-- this does for them until a later migration drops triggers and function.
create function "items_warning_codes"() returns trigger language plpgsql as $$
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
        select entry ->> 'code' from json_array_elements(new."findings"::json) as entry
          where entry ->> 'severity' = 'warning'
      ) as found
    );
  end if;
  return new;
end
$$;
create trigger "items_warning_codes" before insert or update of "findings" on "items"
  for each row execute function "items_warning_codes"();
-- The trigger of the entries is for statements that name the column "warnings".
create trigger "items_warnings_findings" after update of "findings" on "items"
  for each row when (new."warnings" is distinct from old."warnings") execute function "items_warnings_keep"();
