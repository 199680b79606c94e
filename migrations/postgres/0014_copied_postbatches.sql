alter table "postbatches" add column "copyOf" text collate "C";
alter table "postbatches" add column "copiedUntil" text collate "C";
alter table "postbatches" add column "copyLeftOut" bigint;
