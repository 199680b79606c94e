drop index "assets_organisationId_status_kind_createdAt";
drop index "assets_organisationId_status_kind_name";
create index "assets_organisationId_status_createdAt" on "assets" ("organisationId", "status", "createdAt", "id");
create index "assets_organisationId_status_name" on "assets" ("organisationId", "status", "name", "id");
