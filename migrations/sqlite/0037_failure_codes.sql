alter table "item_actions" add column "failureCode" text;
alter table "exports" add column "failureCode" text;
alter table "run_remakes" add column "failureCode" text;
