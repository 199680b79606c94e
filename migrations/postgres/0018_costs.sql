alter table "items" add column "billingGroup" text collate "C";
create index "items_organisationId_mode_billingGroup_createdAt" on "items" ("organisationId", "mode", "billingGroup", "createdAt", "id") where "billingGroup" is not null;
alter table "postflows" add column "billingGroup" text collate "C";
alter table "postbatches" add column "billingGroup" text collate "C";
alter table "ledger_entries" add column "billingGroup" text collate "C";
alter table "billing_usage" add column "billingGroup" text collate "C";
create table "billing_groups" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "name" text collate "C" not null,
  "createdAt" bigint not null
);
create index "billing_groups_organisationId_mode_name" on "billing_groups" ("organisationId", "mode", "name", "id");
create index "billing_groups_organisationId_mode_createdAt" on "billing_groups" ("organisationId", "mode", "createdAt", "id");
create table "spending" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "apiKeyId" text collate "C",
  "month" text collate "C" not null,
  "spentCents" bigint not null,
  "recounts" bigint not null,
  "reachedNotified" boolean not null
);
create index "spending_organisationId_month" on "spending" ("organisationId", "month", "id");
alter table "organisations" add column "spendingCapCents" bigint;
alter table "organisations" add column "cappedKeys" bigint;
alter table "api_keys" add column "spendingCapCents" bigint;
alter table "items" add column "apiKeyId" text collate "C";
alter table "items" add column "spentMonth" text collate "C";
alter table "items" add column "spentKeyId" text collate "C";
alter table "postbatches" add column "takenCents" bigint;
alter table "postbatches" add column "spentMonth" text collate "C";
alter table "postbatches" add column "spentKeyId" text collate "C";
alter table "item_actions" add column "apiKeyId" text collate "C";
