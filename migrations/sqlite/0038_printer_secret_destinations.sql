alter table "printers" add column "secretFor" text;
