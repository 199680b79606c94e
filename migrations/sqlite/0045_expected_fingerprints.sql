alter table "item_actions" add column "expectedFingerprint" text;
