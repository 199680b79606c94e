alter table "items" add column "addressKeyV2" text;
alter table "items" add column "duplicateKeyV2" text;
alter table "items" add column "keyedAt" integer;
create index "items_organisationId_mode_addressKeyV2" on "items" ("organisationId", "mode", "addressKeyV2", "id");
create index "items_organisationId_mode_duplicateKeyV2_createdAt" on "items" ("organisationId", "mode", "duplicateKeyV2", "createdAt", "id") where "duplicateKeyV2" is not null;

alter table "renders" add column "addressKeyV2" text;
create index "renders_organisationId_mode_addressKeyV2" on "renders" ("organisationId", "mode", "addressKeyV2", "id");

alter table "suppressions" add column "matchKeyV2" text;
alter table "suppressions" add column "addressKeyV2" text;
alter table "suppressions" add column "keyedAt" integer;
-- Entries that are different by version 2 of the keys may be equal by version 1.
drop index "suppressions_organisationId_mode_matchKey_unique";
create index "suppressions_organisationId_mode_matchKey" on "suppressions" ("organisationId", "mode", "matchKey", "id");
create index "suppressions_organisationId_mode_matchKeyV2" on "suppressions" ("organisationId", "mode", "matchKeyV2", "id");
create index "suppressions_organisationId_mode_addressKeyV2" on "suppressions" ("organisationId", "mode", "addressKeyV2", "id");
