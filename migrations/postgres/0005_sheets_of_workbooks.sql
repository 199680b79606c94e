alter table "uploads" add column "sheets" text collate "C";
alter table "imports" add column "sheet" text collate "C";
