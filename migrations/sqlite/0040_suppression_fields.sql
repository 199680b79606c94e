alter table "suppression_imports" add column "fields" text;
