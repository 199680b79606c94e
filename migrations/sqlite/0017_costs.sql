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
