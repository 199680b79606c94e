alter table "items" add column "correctionOf" text;
alter table "items" add column "correctedAs" text;
