alter table "runs" add column "mailings" text collate "C";
