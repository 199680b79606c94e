alter table "connectors" add column "makerKind" text;
alter table "connectors" add column "makerId" text;
alter table "connectors" add column "apiKeyId" text;
alter table "connectors" add column "needsReview" integer;
alter table "connectors" add column "stoppedAt" integer;

-- Those that exist go on until an owner adopts them. Their makers are those whom the audit log knows.
update "connectors" set "needsReview" = 1;

update "connectors" set
  "makerKind" = (
    select case "actorType" when 'USER' then 'user' else 'key' end from "audit_log"
    where "audit_log"."organisationId" = "connectors"."organisationId"
      and "audit_log"."resourceId" = "connectors"."id" and "audit_log"."resource" = 'connector'
      and "audit_log"."action" = 'CREATED' and "audit_log"."actorType" in ('USER', 'API_KEY')
    limit 1
  ),
  "makerId" = (
    select coalesce(
      (
        select "lineId" from "api_keys"
        where "api_keys"."organisationId" = "connectors"."organisationId" and "api_keys"."id" = "audit_log"."actorId"
      ),
      "audit_log"."actorId"
    ) from "audit_log"
    where "audit_log"."organisationId" = "connectors"."organisationId"
      and "audit_log"."resourceId" = "connectors"."id" and "audit_log"."resource" = 'connector'
      and "audit_log"."action" = 'CREATED' and "audit_log"."actorType" in ('USER', 'API_KEY')
    limit 1
  );
create table "connector_payloads" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "connectorId" text not null,
  "payload" blob not null,
  "sha256" text not null,
  "receivedAt" integer not null,
  "expiresAt" integer not null
) strict;
create index "connector_payloads_connectorId_receivedAt" on "connector_payloads" ("connectorId", "receivedAt", "id");
create index "connector_payloads_expiresAt" on "connector_payloads" ("expiresAt", "id");
