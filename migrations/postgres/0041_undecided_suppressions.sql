alter table "suppressions" add column "isUndecided" boolean;
create index "suppressions_organisationId_isUndecided_createdAt" on "suppressions" ("organisationId", "isUndecided", "createdAt", "id") where "isUndecided" is not null;
