create table "instance_assets" (
  "id" text collate "C" primary key not null,
  "kind" text collate "C" not null,
  "name" text collate "C" not null,
  "contentType" text collate "C" not null,
  "licence" text collate "C" not null,
  "blobKey" text collate "C" not null,
  "sizeBytes" bigint not null,
  "sha256" text collate "C" not null,
  "createdAt" bigint not null
);
create index "instance_assets_createdAt" on "instance_assets" ("createdAt", "id");
