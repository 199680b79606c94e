alter table "members" add column "notices" text collate "C";
