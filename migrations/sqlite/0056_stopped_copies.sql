alter table "postbatches" add column "copyFailureCode" text;
