alter table "items" add column "recipientPostalCode" text collate "C";
update "items" set "recipientPostalCode" =
  nullif(upper(replace(replace("recipient"::json ->> 'postalCode', ' ', ''), '-', '') collate "C"), '');
create index "items_organisationId_mode_recipientPostalCode_createdAt" on "items" ("organisationId", "mode", "recipientPostalCode", "createdAt", "id") where "recipientPostalCode" is not null;

-- Servers of 0.2.0 may share the database until they are replaced. They do not write the new column, which this does
-- for them until a later migration drops trigger and function.
create function "items_postal_code"() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new."recipientPostalCode" is not null then return new; end if;
  elsif new."recipient" is not distinct from old."recipient"
    or new."recipientPostalCode" is distinct from old."recipientPostalCode" then return new;
  end if;
  new."recipientPostalCode" := nullif(upper(replace(replace(new."recipient"::json ->> 'postalCode', ' ', ''), '-', '') collate "C"), '');
  return new;
end
$$;
create trigger "items_postal_code" before insert or update of "recipient" on "items"
  for each row execute function "items_postal_code"();

create table "items_metadata" (
  "rowId" text collate "C" not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "name" text collate "C" not null,
  "text" text collate "C" not null,
  primary key ("rowId", "name")
);
insert into "items_metadata"
  select "items"."id", "organisationId", "mode", entry."key", entry."value"
  from "items", json_each_text("items"."metadata"::json) as entry
  where "metadata" is not null;
create index "items_metadata_entry" on "items_metadata" ("organisationId", "mode", "name", "text", "rowId");
create function "items_metadata_keep"() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from "items_metadata" where "rowId" = old."id";
  end if;
  if tg_op <> 'DELETE' then
    insert into "items_metadata" select new."id", new."organisationId", new."mode", entry."key", entry."value"
      from json_each_text(new."metadata"::json) as entry;
  end if;
  return null;
end
$$;
create trigger "items_metadata_insert" after insert on "items" for each row when (new."metadata" is not null) execute function "items_metadata_keep"();
create trigger "items_metadata_update" after update of "metadata" on "items" for each row when (new."metadata" is distinct from old."metadata") execute function "items_metadata_keep"();
create trigger "items_metadata_delete" after delete on "items" for each row when (old."metadata" is not null) execute function "items_metadata_keep"();
