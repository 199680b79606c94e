alter table "suppression_imports" add column "questions" text;
alter table "suppression_imports" add column "failureCode" text;
