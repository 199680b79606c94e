alter table "postbatches" add column "rejectedAt" bigint;
alter table "postbatches" add column "rejectedBy" text collate "C";
alter table "postbatches" add column "rejectionReason" text collate "C";
