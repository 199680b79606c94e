alter table "suppression_imports" add column "questions" text collate "C";
alter table "suppression_imports" add column "failureCode" text collate "C";
