alter table "item_actions" add column "conditions" text collate "C";
