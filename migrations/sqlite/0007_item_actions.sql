create table "item_action_chunks" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "itemActionId" text not null,
  "position" integer not null,
  "itemIds" text not null,
  "expiresAt" integer not null
) strict;
create index "item_action_chunks_itemActionId_position" on "item_action_chunks" ("itemActionId", "position", "id");
create index "item_action_chunks_expiresAt" on "item_action_chunks" ("expiresAt", "id");

create table "item_action_failures" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "itemActionId" text not null,
  "position" integer not null,
  "itemId" text not null,
  "code" text not null,
  "detail" text not null,
  "expiresAt" integer not null
) strict;
create index "item_action_failures_itemActionId_position" on "item_action_failures" ("itemActionId", "position", "id");
create index "item_action_failures_expiresAt" on "item_action_failures" ("expiresAt", "id");

create table "item_actions" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "action" text not null,
  "reason" text,
  "charge" integer not null,
  "status" text not null,
  "totalCount" integer not null,
  "succeededCount" integer not null,
  "failedCount" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "completedAt" integer,
  "expiresAt" integer not null
) strict;
create index "item_actions_organisationId_mode_createdAt" on "item_actions" ("organisationId", "mode", "createdAt", "id");
create index "item_actions_organisationId_mode_status" on "item_actions" ("organisationId", "mode", "status", "id");
create index "item_actions_expiresAt" on "item_actions" ("expiresAt", "id");
