create index "suppressions_organisationId_mode_status" on "suppressions" ("organisationId", "mode", "status", "id");
