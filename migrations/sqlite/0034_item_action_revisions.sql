alter table "item_action_chunks" add column "revisions" text;
