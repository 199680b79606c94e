alter table "imports" add column "leftOutCount" integer;
alter table "import_errors" add column "leftOutAt" integer;
