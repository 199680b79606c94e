create table "costs" (
  "id" text primary key not null,
  "key" text not null,
  "name" text not null,
  "sources" text,
  "archivedAt" integer,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "kind" text not null,
  "specification" text,
  "stock" text,
  "printer" text,
  "insert" text,
  "finishing" text,
  "centsPerThousand" integer not null
) strict;
create unique index "costs_key_unique" on "costs" ("key");
alter table "runs" add column "costRates" text;
alter table "runs" add column "spoiled" text;
alter table "run_remakes" add column "sides" integer;
