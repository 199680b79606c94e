alter table "postbatches" add column "rejectedAt" integer;
alter table "postbatches" add column "rejectedBy" text;
alter table "postbatches" add column "rejectionReason" text;
