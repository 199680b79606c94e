alter table "exports" add column "createdById" text;
