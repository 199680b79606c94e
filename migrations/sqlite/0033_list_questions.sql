alter table "imports" add column "questions" text;
alter table "imports" add column "answers" text;
alter table "mapping_presets" add column "answers" text;
