alter table "postbatches" add column "warnings" text;

alter table "items" add column "warnings" text;
create table "items_warnings" (
  "rowId" text not null,
  "organisationId" text not null,
  "mode" text not null,
  "name" text not null,
  "text" text not null,
  primary key ("rowId", "name")
) strict, without rowid;
create index "items_warnings_entry" on "items_warnings" ("organisationId", "mode", "name", "text", "rowId");
create trigger "items_warnings_insert" after insert on "items" when new."warnings" is not null begin
  insert into "items_warnings" select new."id", new."organisationId", new."mode", "key", "value" from json_each(new."warnings");
end;
create trigger "items_warnings_update" after update of "warnings" on "items" when new."warnings" is not old."warnings" begin
  delete from "items_warnings" where "rowId" = old."id";
  insert into "items_warnings" select new."id", new."organisationId", new."mode", "key", "value" from json_each(new."warnings");
end;
create trigger "items_warnings_delete" after delete on "items" when old."warnings" is not null begin
  delete from "items_warnings" where "rowId" = old."id";
end;

update "items" set "warnings" = (
  select json_group_object("code", '') from (
    select 'any' as "code"
    union
    select json_extract("value", '$.code') from json_each("items"."findings")
      where json_extract("value", '$.severity') = 'warning'
  )
) where "findings" like '%"severity":"warning"%';
