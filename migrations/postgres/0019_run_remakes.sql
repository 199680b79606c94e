create table "run_remakes" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "runId" text collate "C" not null,
  "number" bigint not null,
  "status" text collate "C" not null,
  "sequences" text collate "C" not null,
  "itemIds" text collate "C" not null,
  "reason" text collate "C",
  "waitReason" text collate "C",
  "uncertain" boolean not null,
  "partner" text collate "C",
  "partnerReference" text collate "C",
  "handedToPrinterAt" bigint,
  "revision" bigint not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null
);
create unique index "run_remakes_runId_number_unique" on "run_remakes" ("runId", "number");
create index "run_remakes_status" on "run_remakes" ("status", "id");
