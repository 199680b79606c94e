alter table "item_actions" add column "askedBy" text collate "C";
