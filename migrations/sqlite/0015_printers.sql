create table "hand_overs" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "runId" text not null,
  "printerId" text,
  "state" text not null,
  "note" text,
  "at" integer not null,
  "deliveredAt" integer
) strict;
create index "hand_overs_runId" on "hand_overs" ("runId", "id");

create table "printer_rules" (
  "id" text primary key not null,
  "position" integer not null,
  "match" text not null,
  "printers" text not null,
  "fallBackMinutes" integer not null,
  "createdAt" integer not null
) strict;
create index "printer_rules_position" on "printer_rules" ("position", "id");

create table "printers" (
  "id" text primary key not null,
  "key" text not null,
  "name" text not null,
  "kind" text not null,
  "settings" text not null,
  "secret" blob,
  "capabilities" text not null,
  "status" text not null,
  "health" text,
  "revision" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null
) strict;
create unique index "printers_key_unique" on "printers" ("key");
create index "printers_createdAt" on "printers" ("createdAt", "id");

alter table "runs" add column "printerChosenAt" integer;
alter table "runs" add column "givenPrinterId" text;

-- Who runs the instance sets up its printers and its catalogue too, without being given that again.
update "users" set "operatorScopes" = replace("operatorScopes", '"platform.admin"', '"printers.manage","catalogue.manage","platform.admin"')
where "operatorScopes" like '%"platform.admin"%' and "operatorScopes" not like '%"printers.manage"%';
