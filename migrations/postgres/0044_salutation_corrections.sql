alter table "postbatches" add column "salutationCorrections" text collate "C";
