create table "item_action_chunks" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "itemActionId" text collate "C" not null,
  "position" bigint not null,
  "itemIds" text collate "C" not null,
  "expiresAt" bigint not null
);
create index "item_action_chunks_itemActionId_position" on "item_action_chunks" ("itemActionId", "position", "id");
create index "item_action_chunks_expiresAt" on "item_action_chunks" ("expiresAt", "id");

create table "item_action_failures" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "itemActionId" text collate "C" not null,
  "position" bigint not null,
  "itemId" text collate "C" not null,
  "code" text collate "C" not null,
  "detail" text collate "C" not null,
  "expiresAt" bigint not null
);
create index "item_action_failures_itemActionId_position" on "item_action_failures" ("itemActionId", "position", "id");
create index "item_action_failures_expiresAt" on "item_action_failures" ("expiresAt", "id");

create table "item_actions" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "action" text collate "C" not null,
  "reason" text collate "C",
  "charge" boolean not null,
  "status" text collate "C" not null,
  "totalCount" bigint not null,
  "succeededCount" bigint not null,
  "failedCount" bigint not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "completedAt" bigint,
  "expiresAt" bigint not null
);
create index "item_actions_organisationId_mode_createdAt" on "item_actions" ("organisationId", "mode", "createdAt", "id");
create index "item_actions_organisationId_mode_status" on "item_actions" ("organisationId", "mode", "status", "id");
create index "item_actions_expiresAt" on "item_actions" ("expiresAt", "id");
