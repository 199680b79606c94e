alter table "imports" add column "leftOutCount" bigint;
alter table "import_errors" add column "leftOutAt" bigint;
