alter table "suppression_imports" add column "doubtfulCount" bigint;
