alter table "items" add column "addressKeyV2" text collate "C";
alter table "items" add column "duplicateKeyV2" text collate "C";
alter table "items" add column "keyedAt" bigint;
create index "items_organisationId_mode_addressKeyV2" on "items" ("organisationId", "mode", "addressKeyV2", "id");
create index "items_organisationId_mode_duplicateKeyV2_createdAt" on "items" ("organisationId", "mode", "duplicateKeyV2", "createdAt", "id") where "duplicateKeyV2" is not null;

alter table "renders" add column "addressKeyV2" text collate "C";
create index "renders_organisationId_mode_addressKeyV2" on "renders" ("organisationId", "mode", "addressKeyV2", "id");

alter table "suppressions" add column "matchKeyV2" text collate "C";
alter table "suppressions" add column "addressKeyV2" text collate "C";
alter table "suppressions" add column "keyedAt" bigint;
-- Entries that are different by version 2 of the keys may be equal by version 1.
drop index "suppressions_organisationId_mode_matchKey_unique";
create index "suppressions_organisationId_mode_matchKey" on "suppressions" ("organisationId", "mode", "matchKey", "id");
create index "suppressions_organisationId_mode_matchKeyV2" on "suppressions" ("organisationId", "mode", "matchKeyV2", "id");
create index "suppressions_organisationId_mode_addressKeyV2" on "suppressions" ("organisationId", "mode", "addressKeyV2", "id");

-- Servers of the version before share the database until they are replaced, and write the keys of version 1
-- alone. Where they change what keys are derived from, the keys of version 2 are taken away, so that look-ups
-- use those of version 1 until the job `items.renewKeys` derives them. A later migration drops triggers and functions.
create function "items_stale_keys"() returns trigger language plpgsql as $$
begin
  if new."keyedAt" is not distinct from old."keyedAt" then
    new."addressKeyV2" := null;
    new."duplicateKeyV2" := null;
    new."keyedAt" := null;
  end if;
  return new;
end
$$;
create trigger "items_stale_keys" before update of "recipient", "addressKey", "duplicateKey" on "items"
  for each row when (
    new."recipient" is distinct from old."recipient"
    or new."addressKey" is distinct from old."addressKey"
    or new."duplicateKey" is distinct from old."duplicateKey"
  ) execute function "items_stale_keys"();

create function "suppressions_stale_keys"() returns trigger language plpgsql as $$
begin
  if new."keyedAt" is not distinct from old."keyedAt" then
    new."matchKeyV2" := null;
    new."addressKeyV2" := null;
    new."keyedAt" := null;
  end if;
  return new;
end
$$;
create trigger "suppressions_stale_keys" before update of "recipient", "matchKey" on "suppressions"
  for each row when (new."recipient" is distinct from old."recipient" or new."matchKey" is distinct from old."matchKey")
  execute function "suppressions_stale_keys"();
