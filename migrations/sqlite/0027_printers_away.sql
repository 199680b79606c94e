alter table "runs" add column "awayPrinterId" text;
alter table "runs" add column "awaySince" integer;
