-- The catalogue as data. Items, runs and designs that are older than its versions belong to version 1.
create table "calendars" (
  "id" text collate "C" primary key not null,
  "key" text collate "C" not null,
  "name" text collate "C" not null,
  "sources" text collate "C",
  "archivedAt" bigint,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "cron" text collate "C" not null,
  "timeZone" text collate "C" not null,
  "holidays" text collate "C" not null,
  "closedOn" text collate "C" not null,
  "openOn" text collate "C" not null,
  "days" text collate "C" not null,
  "daysUntil" text collate "C" not null
);
create unique index "calendars_key_unique" on "calendars" ("key");

create table "country_zones" (
  "id" text collate "C" primary key not null,
  "key" text collate "C" not null,
  "name" text collate "C" not null,
  "sources" text collate "C",
  "archivedAt" bigint,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "origin" text collate "C" not null,
  "zones" text collate "C" not null,
  "closed" boolean not null
);
create unique index "country_zones_key_unique" on "country_zones" ("key");

create table "postage_products" (
  "id" text collate "C" primary key not null,
  "key" text collate "C" not null,
  "name" text collate "C" not null,
  "sources" text collate "C",
  "archivedAt" bigint,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "carrier" text collate "C" not null,
  "indicia" text collate "C",
  "costCents" bigint
);
create unique index "postage_products_key_unique" on "postage_products" ("key");

create table "price_lists" (
  "id" text collate "C" primary key not null,
  "key" text collate "C" not null,
  "name" text collate "C" not null,
  "sources" text collate "C",
  "archivedAt" bigint,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "currency" text collate "C" not null,
  "validFrom" text collate "C" not null,
  "organisationId" text collate "C",
  "lines" text collate "C" not null,
  "extras" text collate "C" not null
);
create unique index "price_lists_key_unique" on "price_lists" ("key");

create table "specification_versions" (
  "id" text collate "C" primary key not null,
  "specificationId" text collate "C" not null,
  "version" bigint not null,
  "content" text collate "C" not null,
  "createdAt" bigint not null
);
create unique index "specification_versions_specificationId_version_unique" on "specification_versions" ("specificationId", "version");

create table "stocks" (
  "id" text collate "C" primary key not null,
  "key" text collate "C" not null,
  "name" text collate "C" not null,
  "sources" text collate "C",
  "archivedAt" bigint,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "gsm" bigint not null,
  "coated" boolean not null,
  "colourProfile" text collate "C" not null,
  "maxInkPercent" bigint not null
);
create unique index "stocks_key_unique" on "stocks" ("key");

alter table "products" add column "key" text collate "C";
alter table "products" add column "version" bigint;
alter table "products" add column "archivedAt" bigint;
alter table "products" add column "sources" text collate "C";
create unique index "products_key_unique" on "products" ("key");

alter table "specifications" add column "key" text collate "C";
alter table "specifications" add column "version" bigint;
alter table "specifications" add column "archivedAt" bigint;
alter table "specifications" add column "calendarKey" text collate "C";
alter table "specifications" add column "countryZonesKey" text collate "C";
alter table "specifications" add column "details" text collate "C";
alter table "specifications" add column "sources" text collate "C";
create unique index "specifications_key_unique" on "specifications" ("key");

alter table "items" add column "specificationVersion" bigint;
alter table "items" add column "priceListId" text collate "C";
alter table "items" add column "priceZone" text collate "C";

alter table "postbatches" add column "pricedQuantity" bigint;

alter table "template_versions" add column "specificationVersion" bigint;

alter table "runs" add column "specificationVersion" bigint;
alter table "runs" add column "printerId" text collate "C";
alter table "runs" add column "runKey" text collate "C";
update "runs" set "runKey" = "specificationId" || '|1||' || "cutoffAt";
drop index "runs_organisationId_mode_specificationId_cutoffAt_unique";
create unique index "runs_organisationId_mode_runKey_unique" on "runs" ("organisationId", "mode", "runKey");

-- Servers of 0.2.0 may share the database until they are replaced. They know version 1 alone and give their
-- runs no key, which a later migration may leave to the program, with trigger and function dropped.
create function "runs_run_key"() returns trigger language plpgsql as $$
begin
  new."runKey" := coalesce(new."runKey", new."specificationId" || '|1||' || new."cutoffAt");
  return new;
end
$$;
create trigger "runs_run_key" before insert on "runs"
  for each row execute function "runs_run_key"();
