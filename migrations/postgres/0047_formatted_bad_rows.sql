-- What a workbook shows of the numbers of a row that is to be corrected.
alter table "import_errors" add column "formatted" text collate "C";
