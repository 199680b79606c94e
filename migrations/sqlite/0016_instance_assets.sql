create table "instance_assets" (
  "id" text primary key not null,
  "kind" text not null,
  "name" text not null,
  "contentType" text not null,
  "licence" text not null,
  "blobKey" text not null,
  "sizeBytes" integer not null,
  "sha256" text not null,
  "createdAt" integer not null
) strict;
create index "instance_assets_createdAt" on "instance_assets" ("createdAt", "id");
