alter table "instance_assets" add column "scripts" text;
