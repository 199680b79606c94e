alter table "runs" add column "printerId" text;
