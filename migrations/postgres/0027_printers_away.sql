alter table "runs" add column "awayPrinterId" text collate "C";
alter table "runs" add column "awaySince" bigint;
