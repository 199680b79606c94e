create table "run_remakes" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "runId" text not null,
  "number" integer not null,
  "status" text not null,
  "sequences" text not null,
  "itemIds" text not null,
  "reason" text,
  "waitReason" text,
  "uncertain" integer not null,
  "partner" text,
  "partnerReference" text,
  "handedToPrinterAt" integer,
  "revision" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null
) strict;
create unique index "run_remakes_runId_number_unique" on "run_remakes" ("runId", "number");
create index "run_remakes_status" on "run_remakes" ("status", "id");
