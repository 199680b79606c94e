-- The catalogue as data. Items, runs and designs that are older than its versions belong to version 1.
create table "calendars" (
  "id" text primary key not null,
  "key" text not null,
  "name" text not null,
  "sources" text,
  "archivedAt" integer,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "cron" text not null,
  "timeZone" text not null,
  "holidays" text not null,
  "closedOn" text not null,
  "openOn" text not null,
  "days" text not null,
  "daysUntil" text not null
) strict;
create unique index "calendars_key_unique" on "calendars" ("key");

create table "country_zones" (
  "id" text primary key not null,
  "key" text not null,
  "name" text not null,
  "sources" text,
  "archivedAt" integer,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "origin" text not null,
  "zones" text not null,
  "closed" integer not null
) strict;
create unique index "country_zones_key_unique" on "country_zones" ("key");

create table "postage_products" (
  "id" text primary key not null,
  "key" text not null,
  "name" text not null,
  "sources" text,
  "archivedAt" integer,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "carrier" text not null,
  "indicia" text,
  "costCents" integer
) strict;
create unique index "postage_products_key_unique" on "postage_products" ("key");

create table "price_lists" (
  "id" text primary key not null,
  "key" text not null,
  "name" text not null,
  "sources" text,
  "archivedAt" integer,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "currency" text not null,
  "validFrom" text not null,
  "organisationId" text,
  "lines" text not null,
  "extras" text not null
) strict;
create unique index "price_lists_key_unique" on "price_lists" ("key");

create table "specification_versions" (
  "id" text primary key not null,
  "specificationId" text not null,
  "version" integer not null,
  "content" text not null,
  "createdAt" integer not null
) strict;
create unique index "specification_versions_specificationId_version_unique" on "specification_versions" ("specificationId", "version");

create table "stocks" (
  "id" text primary key not null,
  "key" text not null,
  "name" text not null,
  "sources" text,
  "archivedAt" integer,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "gsm" integer not null,
  "coated" integer not null,
  "colourProfile" text not null,
  "maxInkPercent" integer not null
) strict;
create unique index "stocks_key_unique" on "stocks" ("key");

alter table "products" add column "key" text;
alter table "products" add column "version" integer;
alter table "products" add column "archivedAt" integer;
alter table "products" add column "sources" text;
create unique index "products_key_unique" on "products" ("key");

alter table "specifications" add column "key" text;
alter table "specifications" add column "version" integer;
alter table "specifications" add column "archivedAt" integer;
alter table "specifications" add column "calendarKey" text;
alter table "specifications" add column "countryZonesKey" text;
alter table "specifications" add column "details" text;
alter table "specifications" add column "sources" text;
create unique index "specifications_key_unique" on "specifications" ("key");

alter table "items" add column "specificationVersion" integer;
alter table "items" add column "priceListId" text;
alter table "items" add column "priceZone" text;

alter table "postbatches" add column "pricedQuantity" integer;

alter table "template_versions" add column "specificationVersion" integer;

alter table "runs" add column "specificationVersion" integer;
alter table "runs" add column "printerId" text;
alter table "runs" add column "runKey" text;
update "runs" set "runKey" = "specificationId" || '|1||' || "cutoffAt";
drop index "runs_organisationId_mode_specificationId_cutoffAt_unique";
create unique index "runs_organisationId_mode_runKey_unique" on "runs" ("organisationId", "mode", "runKey");
