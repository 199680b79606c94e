alter table "erasables" add column "person" text;
