alter table "uploads" add column "createdById" text collate "C";
