alter table "items" add column "rejectedAt" bigint;
create index "items_organisationId_mode_rejectedAt" on "items" ("organisationId", "mode", "rejectedAt", "id") where "rejectedAt" is not null;
