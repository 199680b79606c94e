alter table "printers" add column "secretReference" text;
