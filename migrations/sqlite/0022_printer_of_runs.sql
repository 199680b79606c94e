alter table "runs" add column "printerId" text;

drop index "runs_organisationId_mode_specificationId_cutoffAt_unique";
create unique index "runs_organisationId_mode_specificationId_printerId_cutof_qb0exo" on "runs" ("organisationId", "mode", "specificationId", "printerId", "cutoffAt");
