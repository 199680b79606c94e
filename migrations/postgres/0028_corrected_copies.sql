alter table "items" add column "correctionOf" text collate "C";
alter table "items" add column "correctedAs" text collate "C";
