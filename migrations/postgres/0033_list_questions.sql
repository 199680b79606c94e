alter table "imports" add column "questions" text collate "C";
alter table "imports" add column "answers" text collate "C";
alter table "mapping_presets" add column "answers" text collate "C";
