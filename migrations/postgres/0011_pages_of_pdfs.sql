alter table "uploads" add column "pages" text collate "C";
alter table "assets" add column "pages" text collate "C";
