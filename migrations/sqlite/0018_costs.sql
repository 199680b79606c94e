alter table "items" add column "billingGroup" text;
create index "items_organisationId_mode_billingGroup_createdAt" on "items" ("organisationId", "mode", "billingGroup", "createdAt", "id") where "billingGroup" is not null;
alter table "postflows" add column "billingGroup" text;
alter table "postbatches" add column "billingGroup" text;
alter table "ledger_entries" add column "billingGroup" text;
alter table "billing_usage" add column "billingGroup" text;
create table "billing_groups" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "name" text not null,
  "createdAt" integer not null
) strict;
create index "billing_groups_organisationId_mode_name" on "billing_groups" ("organisationId", "mode", "name", "id");
create index "billing_groups_organisationId_mode_createdAt" on "billing_groups" ("organisationId", "mode", "createdAt", "id");
create table "spending" (
  "id" text primary key not null,
  "organisationId" text not null,
  "apiKeyId" text,
  "month" text not null,
  "spentCents" integer not null,
  "recounts" integer not null,
  "reachedNotified" integer not null
) strict;
create index "spending_organisationId_month" on "spending" ("organisationId", "month", "id");
alter table "organisations" add column "spendingCapCents" integer;
alter table "organisations" add column "cappedKeys" integer;
alter table "api_keys" add column "spendingCapCents" integer;
alter table "items" add column "apiKeyId" text;
alter table "items" add column "spentMonth" text;
alter table "items" add column "spentKeyId" text;
alter table "postbatches" add column "takenCents" integer;
alter table "postbatches" add column "spentMonth" text;
alter table "postbatches" add column "spentKeyId" text;
alter table "item_actions" add column "apiKeyId" text;
