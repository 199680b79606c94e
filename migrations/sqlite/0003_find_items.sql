alter table "items" add column "recipientPostalCode" text;
update "items" set "recipientPostalCode" =
  nullif(upper(replace(replace(json_extract("recipient", '$.postalCode'), ' ', ''), '-', '')), '');
create index "items_organisationId_mode_recipientPostalCode_createdAt" on "items" ("organisationId", "mode", "recipientPostalCode", "createdAt", "id") where "recipientPostalCode" is not null;

create table "items_metadata" (
  "rowId" text not null,
  "organisationId" text not null,
  "mode" text not null,
  "name" text not null,
  "text" text not null,
  primary key ("rowId", "name")
) strict, without rowid;
insert into "items_metadata"
  select "items"."id", "organisationId", "mode", "key", "value" from "items", json_each("items"."metadata")
  where "metadata" is not null;
create index "items_metadata_entry" on "items_metadata" ("organisationId", "mode", "name", "text", "rowId");
create trigger "items_metadata_insert" after insert on "items" when new."metadata" is not null begin
  insert into "items_metadata" select new."id", new."organisationId", new."mode", "key", "value" from json_each(new."metadata");
end;
create trigger "items_metadata_update" after update of "metadata" on "items" when new."metadata" is not old."metadata" begin
  delete from "items_metadata" where "rowId" = old."id";
  insert into "items_metadata" select new."id", new."organisationId", new."mode", "key", "value" from json_each(new."metadata");
end;
create trigger "items_metadata_delete" after delete on "items" when old."metadata" is not null begin
  delete from "items_metadata" where "rowId" = old."id";
end;
