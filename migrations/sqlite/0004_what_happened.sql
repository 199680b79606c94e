alter table "events" add column "runId" text;
create index "events_organisationId_mode_itemId_sequence" on "events" ("organisationId", "mode", "itemId", "sequence", "id") where "itemId" is not null;
create index "events_organisationId_mode_postbatchId_sequence" on "events" ("organisationId", "mode", "postbatchId", "sequence", "id") where "postbatchId" is not null;
create index "events_organisationId_mode_runId_sequence" on "events" ("organisationId", "mode", "runId", "sequence", "id") where "runId" is not null;
drop index "events_itemId";
alter table "runs" add column "history" text;
