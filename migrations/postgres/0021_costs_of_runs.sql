create table "costs" (
  "id" text collate "C" primary key not null,
  "key" text collate "C" not null,
  "name" text collate "C" not null,
  "sources" text collate "C",
  "archivedAt" bigint,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "kind" text collate "C" not null,
  "specification" text collate "C",
  "stock" text collate "C",
  "printer" text collate "C",
  "insert" text collate "C",
  "finishing" text collate "C",
  "centsPerThousand" bigint not null
);
create unique index "costs_key_unique" on "costs" ("key");
alter table "runs" add column "costRates" text collate "C";
alter table "runs" add column "spoiled" text collate "C";
alter table "run_remakes" add column "sides" bigint;
