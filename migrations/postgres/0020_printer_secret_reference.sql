alter table "printers" add column "secretReference" text collate "C";
