alter table "postbatches" add column "copyOf" text;
alter table "postbatches" add column "copiedUntil" text;
alter table "postbatches" add column "copyLeftOut" integer;
