create table "hand_overs" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "runId" text collate "C" not null,
  "printerId" text collate "C",
  "state" text collate "C" not null,
  "note" text collate "C",
  "at" bigint not null,
  "deliveredAt" bigint
);
create index "hand_overs_runId" on "hand_overs" ("runId", "id");

create table "printer_rules" (
  "id" text collate "C" primary key not null,
  "position" bigint not null,
  "match" text collate "C" not null,
  "printers" text collate "C" not null,
  "fallBackMinutes" bigint not null,
  "createdAt" bigint not null
);
create index "printer_rules_position" on "printer_rules" ("position", "id");

create table "printers" (
  "id" text collate "C" primary key not null,
  "key" text collate "C" not null,
  "name" text collate "C" not null,
  "kind" text collate "C" not null,
  "settings" text collate "C" not null,
  "secret" bytea,
  "capabilities" text collate "C" not null,
  "status" text collate "C" not null,
  "health" text collate "C",
  "revision" bigint not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null
);
create unique index "printers_key_unique" on "printers" ("key");
create index "printers_createdAt" on "printers" ("createdAt", "id");

alter table "runs" add column "printerChosenAt" bigint;
alter table "runs" add column "givenPrinterId" text collate "C";

-- Who runs the instance sets up its printers and its catalogue too, without being given that again.
update "users" set "operatorScopes" = replace("operatorScopes", '"platform.admin"', '"printers.manage","catalogue.manage","platform.admin"')
where "operatorScopes" like '%"platform.admin"%' and "operatorScopes" not like '%"printers.manage"%';
