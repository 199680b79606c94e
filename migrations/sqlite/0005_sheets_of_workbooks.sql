alter table "uploads" add column "sheets" text;
alter table "imports" add column "sheet" text;
