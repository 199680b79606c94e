alter table "uploads" add column "pages" text;
alter table "assets" add column "pages" text;
