alter table "postbatches" add column "sentBefore" text collate "C";
