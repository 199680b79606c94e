alter table "item_actions" add column "failureCode" text collate "C";
alter table "exports" add column "failureCode" text collate "C";
alter table "run_remakes" add column "failureCode" text collate "C";
