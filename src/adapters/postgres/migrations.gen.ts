// Made by `node scripts/generate-migrations.ts` from migrations/. Do not edit.
import type { Migration } from '../sql/migrate.ts'

export const postgresMigrations: readonly Migration[] = [
  {
    name: '0001_initial',
    checksum: '836d77fc1a3d630e2609288c11cae8517220fd2e76dca41e7d58cc70a1a67019',
    sql: `create table "accounts" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "balanceCents" bigint not null,
  "reservedCents" bigint not null,
  "lowThresholdCents" bigint not null,
  "lowTold" boolean not null,
  "currency" text collate "C" not null
);

create table "advertising_categories" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "key" text collate "C" not null,
  "label" text collate "C" not null,
  "sortOrder" bigint not null,
  "archived" boolean not null,
  "stops" text collate "C",
  "createdAt" bigint not null
);
create unique index "advertising_categories_organisationId_mode_key_unique" on "advertising_categories" ("organisationId", "mode", "key");

create table "analytics_days" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "grain" text collate "C" not null,
  "subjectId" text collate "C" not null,
  "day" text collate "C" not null,
  "created" bigint not null,
  "sent" bigint not null,
  "cancelled" bigint not null,
  "failed" bigint not null,
  "scans" bigint not null,
  "scannedItems" bigint not null,
  "spendCents" bigint not null,
  "nowCreated" bigint not null,
  "nowNeedsAttention" bigint not null,
  "nowSuppressed" bigint not null,
  "nowPendingApproval" bigint not null,
  "nowHeld" bigint not null,
  "nowReady" bigint not null,
  "nowScheduled" bigint not null,
  "nowInProduction" bigint not null,
  "nowHandedToCarrier" bigint not null,
  "nowCompleted" bigint not null,
  "nowReturned" bigint not null,
  "nowNotSent" bigint not null,
  "nowFailed" bigint not null,
  "nowCancelled" bigint not null
);
create unique index "analytics_days_organisationId_mode_grain_subjectId_day_unique" on "analytics_days" ("organisationId", "mode", "grain", "subjectId", "day");

create table "api_keys" (
  "id" text collate "C" primary key not null,
  "lineId" text collate "C" not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "name" text collate "C" not null,
  "prefix" text collate "C" not null,
  "hash" text collate "C" not null,
  "scopes" text collate "C" not null,
  "createdById" text collate "C",
  "createdAt" bigint not null,
  "expiresAt" bigint,
  "revokedAt" bigint
);
create unique index "api_keys_hash_unique" on "api_keys" ("hash");
create index "api_keys_organisationId_mode" on "api_keys" ("organisationId", "mode", "id");
create index "api_keys_organisationId_createdAt" on "api_keys" ("organisationId", "createdAt", "id");

create table "audit_log" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C",
  "actorType" text collate "C" not null,
  "actorId" text collate "C" not null,
  "actorName" text collate "C" not null,
  "operation" text collate "C",
  "action" text collate "C" not null,
  "resource" text collate "C" not null,
  "resourceId" text collate "C" not null,
  "before" text collate "C",
  "after" text collate "C",
  "requestId" text collate "C",
  "createdAt" bigint not null,
  "expiresAt" bigint
);
create index "audit_log_organisationId_createdAt" on "audit_log" ("organisationId", "createdAt", "id");
create index "audit_log_organisationId_resourceId_createdAt" on "audit_log" ("organisationId", "resourceId", "createdAt", "id");
create index "audit_log_expiresAt" on "audit_log" ("expiresAt", "id");

create table "billing_profiles" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "name" text collate "C",
  "address" text collate "C",
  "email" text collate "C",
  "vatNumber" text collate "C",
  "companyNumber" text collate "C",
  "reference" text collate "C",
  "vatTreatment" text collate "C",
  "paymentTermDays" bigint not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null
);

create table "billing_usage" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "month" text collate "C" not null,
  "specificationId" text collate "C" not null,
  "zone" text collate "C" not null,
  "unitPriceCents" bigint not null,
  "quantity" bigint not null,
  "open" bigint not null
);
create index "billing_usage_organisationId_month" on "billing_usage" ("organisationId", "month", "id");

create table "assets" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "uploadId" text collate "C" not null,
  "kind" text collate "C" not null,
  "status" text collate "C" not null,
  "name" text collate "C" not null,
  "format" text collate "C" not null,
  "widthPx" bigint,
  "heightPx" bigint,
  "hasAlpha" boolean not null,
  "colourProfile" text collate "C",
  "sizeBytes" bigint not null,
  "sha256" text collate "C" not null,
  "blobKey" text collate "C" not null,
  "thumbKey" text collate "C",
  "createdAt" bigint not null,
  "nameFolded" text collate "C" not null
);
create index "assets_organisationId_status_kind_createdAt" on "assets" ("organisationId", "status", "kind", "createdAt", "id");
create index "assets_organisationId_status_kind_name" on "assets" ("organisationId", "status", "kind", "name", "id");

create table "asset_uses" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "assetId" text collate "C" not null,
  "templateVersionId" text collate "C" not null
);
create index "asset_uses_assetId" on "asset_uses" ("assetId", "id");

create table "connector_deliveries" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "connectorId" text collate "C" not null,
  "sequence" bigint not null,
  "outcome" text collate "C" not null,
  "code" text collate "C",
  "detail" text collate "C",
  "errors" text collate "C" not null,
  "itemId" text collate "C",
  "sizeBytes" bigint not null,
  "sha256" text collate "C" not null,
  "receivedAt" bigint not null
);
create index "connector_deliveries_connectorId_sequence" on "connector_deliveries" ("connectorId", "sequence", "id");

create table "connectors" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "name" text collate "C" not null,
  "postflowId" text collate "C" not null,
  "mapping" text collate "C",
  "presetId" text collate "C",
  "idempotencyPath" text collate "C",
  "tokenHash" text collate "C" not null,
  "signature" text collate "C",
  "signatureSecret" bytea,
  "active" boolean not null,
  "receivedCount" bigint not null,
  "lastReceivedAt" bigint,
  "revision" bigint not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null
);
create unique index "connectors_tokenHash_unique" on "connectors" ("tokenHash");
create index "connectors_organisationId_mode_createdAt" on "connectors" ("organisationId", "mode", "createdAt", "id");
create index "connectors_postflowId" on "connectors" ("postflowId", "id");

create table "counters" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C",
  "value" bigint not null
);

create table "deleted_webhook_endpoints" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "url" text collate "C" not null,
  "description" text collate "C",
  "events" text collate "C" not null,
  "onlyMode" text collate "C",
  "onlyPostflowId" text collate "C",
  "onlyPostbatchId" text collate "C",
  "subscribedAt" bigint not null,
  "createdAfter" bigint not null,
  "subscribedAfter" bigint not null,
  "createdAt" bigint not null,
  "deletedAt" bigint not null,
  "deletedAfter" bigint not null,
  "expiresAt" bigint not null
);
create index "deleted_webhook_endpoints_organisationId_deletedAt" on "deleted_webhook_endpoints" ("organisationId", "deletedAt", "id");
create index "deleted_webhook_endpoints_expiresAt" on "deleted_webhook_endpoints" ("expiresAt", "id");

create table "erasables" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "runId" text collate "C",
  "endedAt" bigint not null,
  "erasureRequestedAt" bigint,
  "asked" boolean not null
);
create index "erasables_organisationId_mode_endedAt" on "erasables" ("organisationId", "mode", "endedAt", "id");
create index "erasables_runId_erasureRequestedAt" on "erasables" ("runId", "erasureRequestedAt", "id");

create table "events" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "sequence" bigint not null,
  "type" text collate "C" not null,
  "body" text collate "C" not null,
  "itemId" text collate "C",
  "postflowId" text collate "C",
  "postbatchId" text collate "C",
  "createdAt" bigint not null,
  "expiresAt" bigint not null
);
create unique index "events_organisationId_mode_sequence_unique" on "events" ("organisationId", "mode", "sequence");
create index "events_organisationId_mode_type_sequence" on "events" ("organisationId", "mode", "type", "sequence", "id");
create index "events_itemId" on "events" ("itemId", "id");
create index "events_expiresAt" on "events" ("expiresAt", "id");

create table "exports" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "kind" text collate "C" not null,
  "format" text collate "C" not null,
  "status" text collate "C" not null,
  "filters" text collate "C" not null,
  "where" text collate "C" not null,
  "parts" bigint not null,
  "rowCount" bigint not null,
  "sizeBytes" bigint not null,
  "after" text collate "C",
  "error" text collate "C",
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "completedAt" bigint,
  "expiresAt" bigint not null
);
create index "exports_organisationId_mode_createdAt" on "exports" ("organisationId", "mode", "createdAt", "id");
create index "exports_organisationId_mode_status" on "exports" ("organisationId", "mode", "status", "id");

create table "facts" (
  "id" text collate "C" primary key not null,
  "value" text collate "C" not null
);

create table "idempotency" (
  "id" text collate "C" primary key not null,
  "status" bigint,
  "leaseUntil" bigint not null,
  "record" bytea not null,
  "expiresAt" bigint not null
);
create index "idempotency_expiresAt" on "idempotency" ("expiresAt", "id");

create table "invitations" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "email" text collate "C" not null,
  "emailKey" text collate "C" not null,
  "roles" text collate "C" not null,
  "status" text collate "C" not null,
  "invitedById" text collate "C" not null,
  "mailed" boolean not null,
  "createdAt" bigint not null,
  "expiresAt" bigint not null,
  "endedAt" bigint
);
create index "invitations_organisationId_createdAt" on "invitations" ("organisationId", "createdAt", "id");
create index "invitations_organisationId_emailKey_status" on "invitations" ("organisationId", "emailKey", "status", "id");

create table "invoices" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "number" text collate "C" not null,
  "kind" text collate "C" not null,
  "source" text collate "C" not null,
  "status" text collate "C" not null,
  "issueDate" text collate "C" not null,
  "dueDate" text collate "C" not null,
  "periodFrom" text collate "C",
  "periodTo" text collate "C",
  "currency" text collate "C" not null,
  "vatTreatment" text collate "C" not null,
  "vatRate" bigint not null,
  "subtotalCents" bigint not null,
  "vatCents" bigint not null,
  "totalCents" bigint not null,
  "paidCents" bigint not null,
  "paidAt" bigint,
  "sentAt" bigint,
  "creditNoteOfInvoiceId" text collate "C",
  "reason" text collate "C",
  "paymentId" text collate "C",
  "hasPdf" boolean not null,
  "lines" text collate "C" not null,
  "seller" text collate "C" not null,
  "buyer" text collate "C" not null,
  "reference" text collate "C",
  "payments" text collate "C" not null,
  "creditedNetCents" bigint not null,
  "creditedCents" bigint not null,
  "createdAt" bigint not null
);
create unique index "invoices_number_unique" on "invoices" ("number");
create index "invoices_organisationId_createdAt" on "invoices" ("organisationId", "createdAt", "id");
create index "invoices_creditNoteOfInvoiceId" on "invoices" ("creditNoteOfInvoiceId", "id");

create table "import_errors" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "importId" text collate "C" not null,
  "row" bigint not null,
  "cells" text collate "C" not null,
  "problems" text collate "C" not null
);
create index "import_errors_importId_row" on "import_errors" ("importId", "row", "id");

create table "imports" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "postbatchId" text collate "C" not null,
  "uploadId" text collate "C" not null,
  "fileName" text collate "C" not null,
  "sizeBytes" bigint not null,
  "status" text collate "C" not null,
  "dryRun" boolean not null,
  "dialect" text collate "C" not null,
  "hasHeader" boolean not null,
  "headRecords" bigint not null,
  "heading" text collate "C" not null,
  "suggestion" text collate "C" not null,
  "mapping" text collate "C",
  "presetId" text collate "C",
  "rowCount" bigint not null,
  "readBytes" bigint not null,
  "createdCount" bigint not null,
  "suppressedCount" bigint not null,
  "failedCount" bigint not null,
  "duplicateCount" bigint not null,
  "emptyCount" bigint not null,
  "problems" text collate "C" not null,
  "failureCode" text collate "C",
  "failure" text collate "C",
  "revision" bigint not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "startedAt" bigint,
  "completedAt" bigint
);
create index "imports_postbatchId_createdAt" on "imports" ("postbatchId", "createdAt", "id");
create index "imports_organisationId_mode_createdAt" on "imports" ("organisationId", "mode", "createdAt", "id");

create table "items" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "postflowId" text collate "C",
  "postbatchId" text collate "C",
  "templateVersionId" text collate "C" not null,
  "productId" text collate "C" not null,
  "specificationId" text collate "C" not null,
  "advertisingCategory" text collate "C",
  "status" text collate "C" not null,
  "heldReason" text collate "C",
  "findings" text collate "C" not null,
  "recipient" text collate "C" not null,
  "recipientName" text collate "C" not null,
  "recipientCountry" text collate "C" not null,
  "addressKey" text collate "C" not null,
  "duplicateKey" text collate "C",
  "addressOverride" boolean not null,
  "data" text collate "C" not null,
  "reference" text collate "C",
  "metadata" text collate "C",
  "sendOn" text collate "C",
  "approvedAt" bigint,
  "runId" text collate "C",
  "sequence" bigint,
  "cancellableUntil" bigint,
  "suppression" text collate "C",
  "trackingCode" text collate "C" not null,
  "scanCount" bigint not null,
  "reprintOf" text collate "C",
  "reprintedAs" text collate "C",
  "priceCents" bigint not null,
  "currency" text collate "C" not null,
  "history" text collate "C" not null,
  "createdDay" text collate "C" not null,
  "erasureRequestedAt" bigint,
  "erasedAt" bigint,
  "revision" bigint not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "recipientNameFolded" text collate "C" not null
);
create unique index "items_trackingCode_unique" on "items" ("trackingCode");
create index "items_organisationId_mode_createdAt" on "items" ("organisationId", "mode", "createdAt", "id");
create index "items_organisationId_mode_status_createdAt" on "items" ("organisationId", "mode", "status", "createdAt", "id");
create index "items_organisationId_mode_updatedAt" on "items" ("organisationId", "mode", "updatedAt", "id");
create index "items_organisationId_mode_recipientName" on "items" ("organisationId", "mode", "recipientName", "id");
create index "items_organisationId_mode_reference" on "items" ("organisationId", "mode", "reference", "id");
create index "items_postflowId_status" on "items" ("postflowId", "status", "id");
create index "items_postbatchId_status" on "items" ("postbatchId", "status", "id");
create index "items_runId" on "items" ("runId", "id");
create index "items_organisationId_mode_addressKey" on "items" ("organisationId", "mode", "addressKey", "id");
create index "items_organisationId_mode_advertisingCategory" on "items" ("organisationId", "mode", "advertisingCategory", "id");
create index "items_organisationId_mode_heldReason_createdAt" on "items" ("organisationId", "mode", "heldReason", "createdAt", "id") where "heldReason" is not null;
create index "items_organisationId_mode_duplicateKey_createdAt" on "items" ("organisationId", "mode", "duplicateKey", "createdAt", "id") where "duplicateKey" is not null;

create table "jobs" (
  "id" text collate "C" primary key not null,
  "kind" text collate "C" not null,
  "organisationId" text collate "C",
  "mode" text collate "C",
  "clock" text collate "C" not null,
  "dueAt" bigint not null,
  "wakeAt" bigint not null,
  "status" text collate "C" not null,
  "leaseToken" text collate "C",
  "leaseUntil" bigint,
  "attempts" bigint not null,
  "payload" text collate "C" not null,
  "lastError" text collate "C",
  "dedupeKey" text collate "C" not null,
  "createdAt" bigint not null
);
create unique index "jobs_dedupeKey_unique" on "jobs" ("dedupeKey");
create index "jobs_status_wakeAt" on "jobs" ("status", "wakeAt", "id");
create index "jobs_status_clock_dueAt" on "jobs" ("status", "clock", "dueAt", "id");
create index "jobs_attempts" on "jobs" ("attempts", "id");

create table "ledger_entries" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "kind" text collate "C" not null,
  "debit" text collate "C" not null,
  "credit" text collate "C" not null,
  "amountCents" bigint not null,
  "currency" text collate "C" not null,
  "itemId" text collate "C",
  "postbatchId" text collate "C",
  "invoiceId" text collate "C",
  "createdAt" bigint not null
);
create index "ledger_entries_organisationId_createdAt" on "ledger_entries" ("organisationId", "createdAt", "id");
create index "ledger_entries_itemId" on "ledger_entries" ("itemId", "id");

create table "links" (
  "id" text collate "C" primary key not null,
  "purpose" text collate "C" not null,
  "userId" text collate "C",
  "mailed" boolean not null,
  "createdAt" bigint not null,
  "expiresAt" bigint not null
);
create index "links_purpose_userId" on "links" ("purpose", "userId", "id");
create index "links_expiresAt" on "links" ("expiresAt", "id");

create table "members" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "userId" text collate "C" not null,
  "roles" text collate "C" not null,
  "isOwner" boolean not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null
);
create unique index "members_organisationId_userId_unique" on "members" ("organisationId", "userId");
create index "members_userId" on "members" ("userId", "id");
create index "members_organisationId_createdAt" on "members" ("organisationId", "createdAt", "id");
create index "members_organisationId_updatedAt" on "members" ("organisationId", "updatedAt", "id");

create table "mapping_presets" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "name" text collate "C" not null,
  "mapping" text collate "C" not null,
  "revision" bigint not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "nameFolded" text collate "C" not null
);
create index "mapping_presets_organisationId_mode_createdAt" on "mapping_presets" ("organisationId", "mode", "createdAt", "id");
create index "mapping_presets_organisationId_mode_name" on "mapping_presets" ("organisationId", "mode", "name", "id");

create table "organisations" (
  "id" text collate "C" primary key not null,
  "name" text collate "C" not null,
  "status" text collate "C" not null,
  "country" text collate "C" not null,
  "timeZone" text collate "C" not null,
  "billingMode" text collate "C" not null,
  "vatTreatment" text collate "C" not null,
  "testClockOffsetMs" bigint not null,
  "rateLimits" text collate "C" not null,
  "settings" text collate "C",
  "addressRetentionDays" bigint,
  "pdfRetentionDays" bigint,
  "keepScanAddresses" boolean not null,
  "revision" bigint not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "nameFolded" text collate "C" not null
);
create index "organisations_createdAt" on "organisations" ("createdAt", "id");
create index "organisations_name" on "organisations" ("name", "id");

create table "postbatches" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "name" text collate "C" not null,
  "description" text collate "C",
  "status" text collate "C" not null,
  "templateId" text collate "C" not null,
  "templateVersionId" text collate "C" not null,
  "productId" text collate "C" not null,
  "specificationId" text collate "C" not null,
  "advertisingCategory" text collate "C",
  "returnAddressId" text collate "C",
  "trackingTargetUrl" text collate "C",
  "sendOn" text collate "C",
  "allowDuplicates" boolean not null,
  "reservedCents" bigint not null,
  "revision" bigint not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "validatedAt" bigint,
  "approvedAt" bigint,
  "scheduledAt" bigint,
  "inProductionAt" bigint,
  "completedAt" bigint,
  "cancelledAt" bigint,
  "nameFolded" text collate "C" not null
);
create index "postbatches_organisationId_mode_createdAt" on "postbatches" ("organisationId", "mode", "createdAt", "id");
create index "postbatches_organisationId_mode_updatedAt" on "postbatches" ("organisationId", "mode", "updatedAt", "id");
create index "postbatches_organisationId_mode_name" on "postbatches" ("organisationId", "mode", "name", "id");
create index "postbatches_organisationId_mode_advertisingCategory" on "postbatches" ("organisationId", "mode", "advertisingCategory", "id");

create table "postbatch_totals" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "postbatchId" text collate "C" not null,
  "status" text collate "C" not null,
  "country" text collate "C" not null,
  "priceCents" bigint not null,
  "runId" text collate "C",
  "itemCount" bigint not null
);
create index "postbatch_totals_postbatchId" on "postbatch_totals" ("postbatchId", "id");

create table "postflows" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "name" text collate "C" not null,
  "description" text collate "C",
  "status" text collate "C" not null,
  "templateId" text collate "C" not null,
  "templateVersionId" text collate "C" not null,
  "productId" text collate "C" not null,
  "specificationId" text collate "C" not null,
  "advertisingCategory" text collate "C",
  "approval" text collate "C" not null,
  "returnAddressId" text collate "C",
  "trackingTargetUrl" text collate "C",
  "duplicateWindowDays" bigint not null,
  "revision" bigint not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "activatedAt" bigint,
  "archivedAt" bigint,
  "nameFolded" text collate "C" not null
);
create index "postflows_organisationId_mode_createdAt" on "postflows" ("organisationId", "mode", "createdAt", "id");
create index "postflows_organisationId_mode_updatedAt" on "postflows" ("organisationId", "mode", "updatedAt", "id");
create index "postflows_organisationId_mode_name" on "postflows" ("organisationId", "mode", "name", "id");
create index "postflows_organisationId_mode_advertisingCategory" on "postflows" ("organisationId", "mode", "advertisingCategory", "id");

create table "products" (
  "id" text collate "C" primary key not null,
  "name" text collate "C" not null,
  "kind" text collate "C" not null,
  "description" text collate "C" not null,
  "active" boolean not null,
  "sortOrder" bigint not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "nameFolded" text collate "C" not null
);
create index "products_sortOrder" on "products" ("sortOrder", "id");
create index "products_name" on "products" ("name", "id");

create table "renders" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "status" text collate "C" not null,
  "format" text collate "C" not null,
  "page" bigint not null,
  "dpi" bigint not null,
  "templateVersionId" text collate "C" not null,
  "itemId" text collate "C",
  "recipient" text collate "C",
  "addressKey" text collate "C",
  "data" text collate "C" not null,
  "findings" text collate "C" not null,
  "blobKey" text collate "C",
  "sizeBytes" bigint,
  "createdAt" bigint not null,
  "completedAt" bigint,
  "expiresAt" bigint not null
);
create index "renders_organisationId_mode_createdAt" on "renders" ("organisationId", "mode", "createdAt", "id");
create index "renders_itemId" on "renders" ("itemId", "id");
create index "renders_organisationId_mode_addressKey" on "renders" ("organisationId", "mode", "addressKey", "id");

create table "request_log" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "sequence" bigint not null,
  "callerType" text collate "C" not null,
  "callerId" text collate "C" not null,
  "method" text collate "C" not null,
  "path" text collate "C" not null,
  "operation" text collate "C" not null,
  "status" bigint not null,
  "durationMs" bigint not null,
  "requestId" text collate "C" not null,
  "createdAt" bigint not null,
  "expiresAt" bigint not null
);
create index "request_log_organisationId_mode_createdAt" on "request_log" ("organisationId", "mode", "createdAt", "id");
create index "request_log_organisationId_mode_sequence" on "request_log" ("organisationId", "mode", "sequence", "id");
create index "request_log_expiresAt" on "request_log" ("expiresAt", "id");

create table "return_addresses" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "name" text collate "C" not null,
  "address" text collate "C" not null,
  "isDefault" boolean not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null
);
create index "return_addresses_organisationId_createdAt" on "return_addresses" ("organisationId", "createdAt", "id");
create index "return_addresses_organisationId_name" on "return_addresses" ("organisationId", "name", "id");

create table "roles" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "name" text collate "C" not null,
  "permissions" text collate "C" not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null
);
create index "roles_organisationId_createdAt" on "roles" ("organisationId", "createdAt", "id");

create table "runs" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "productId" text collate "C" not null,
  "specificationId" text collate "C" not null,
  "status" text collate "C" not null,
  "cutoffAt" bigint not null,
  "itemCount" bigint not null,
  "parts" text collate "C" not null,
  "drawn" text collate "C" not null,
  "findings" text collate "C" not null,
  "partner" text collate "C",
  "partnerReference" text collate "C",
  "uncertain" boolean not null,
  "reason" text collate "C",
  "cutoffReachedAt" bigint,
  "renderedAt" bigint,
  "handedToPrinterAt" bigint,
  "printedAt" bigint,
  "handedToCarrierAt" bigint,
  "completedAt" bigint,
  "endedAt" bigint,
  "pagesDeletedAt" bigint,
  "revision" bigint not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null
);
create unique index "runs_organisationId_mode_specificationId_cutoffAt_unique" on "runs" ("organisationId", "mode", "specificationId", "cutoffAt");
create index "runs_organisationId_mode_createdAt" on "runs" ("organisationId", "mode", "createdAt", "id");
create index "runs_organisationId_mode_cutoffAt" on "runs" ("organisationId", "mode", "cutoffAt", "id");
create index "runs_status" on "runs" ("status", "id");

create table "sessions" (
  "id" text collate "C" primary key not null,
  "userId" text collate "C" not null,
  "tokenHash" text collate "C" not null,
  "organisationId" text collate "C",
  "address" text collate "C" not null,
  "userAgent" text collate "C" not null,
  "createdAt" bigint not null,
  "lastSeenAt" bigint not null,
  "expiresAt" bigint not null
);
create unique index "sessions_tokenHash_unique" on "sessions" ("tokenHash");
create index "sessions_userId_createdAt" on "sessions" ("userId", "createdAt", "id");
create index "sessions_expiresAt" on "sessions" ("expiresAt", "id");

create table "scans" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "itemId" text collate "C" not null,
  "postflowId" text collate "C",
  "postbatchId" text collate "C",
  "clientAddress" text collate "C",
  "createdAt" bigint not null
);
create index "scans_itemId_createdAt" on "scans" ("itemId", "createdAt", "id");
create index "scans_organisationId_mode_createdAt" on "scans" ("organisationId", "mode", "createdAt", "id");

create table "second_factors" (
  "id" text collate "C" primary key not null,
  "userId" text collate "C" not null,
  "seed" bytea not null,
  "lastPeriod" bigint not null,
  "recoveryCodes" text collate "C" not null,
  "confirmedAt" bigint,
  "createdAt" bigint not null,
  "expiresAt" bigint
);
create index "second_factors_userId" on "second_factors" ("userId", "id");
create index "second_factors_expiresAt" on "second_factors" ("expiresAt", "id");

create table "sign_in_attempts" (
  "id" text collate "C" primary key not null,
  "count" bigint not null,
  "expiresAt" bigint not null
);
create index "sign_in_attempts_expiresAt" on "sign_in_attempts" ("expiresAt", "id");

create table "specifications" (
  "id" text collate "C" primary key not null,
  "productId" text collate "C" not null,
  "name" text collate "C" not null,
  "format" text collate "C" not null,
  "sheet" text collate "C" not null,
  "paper" text collate "C" not null,
  "fold" text collate "C" not null,
  "envelope" text collate "C",
  "prices" text collate "C" not null,
  "currency" text collate "C" not null,
  "cutoff" text collate "C" not null,
  "productionDays" bigint not null,
  "deliveryDays" bigint not null,
  "active" boolean not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null
);
create index "specifications_productId" on "specifications" ("productId", "id");

create table "suppression_imports" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "uploadId" text collate "C" not null,
  "fileName" text collate "C" not null,
  "blobKey" text collate "C" not null,
  "status" text collate "C" not null,
  "dialect" text collate "C" not null,
  "heading" text collate "C" not null,
  "columns" text collate "C" not null,
  "defaults" text collate "C" not null,
  "rowCount" bigint not null,
  "addedCount" bigint not null,
  "mergedCount" bigint not null,
  "failedCount" bigint not null,
  "errorChunks" text collate "C" not null,
  "failure" text collate "C",
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "completedAt" bigint
);
create index "suppression_imports_organisationId_mode_createdAt" on "suppression_imports" ("organisationId", "mode", "createdAt", "id");

create table "suppression_reasons" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "key" text collate "C" not null,
  "label" text collate "C" not null,
  "sortOrder" bigint not null,
  "archived" boolean not null,
  "stops" text collate "C",
  "createdAt" bigint not null
);
create unique index "suppression_reasons_organisationId_mode_key_unique" on "suppression_reasons" ("organisationId", "mode", "key");

create table "suppressions" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "status" text collate "C" not null,
  "source" text collate "C" not null,
  "matchKey" text collate "C" not null,
  "addressKey" text collate "C" not null,
  "nameKey" text collate "C",
  "advertisingCategory" text collate "C",
  "stops" text collate "C" not null,
  "reason" text collate "C" not null,
  "recipient" text collate "C" not null,
  "recipientName" text collate "C" not null,
  "itemId" text collate "C",
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "recipientNameFolded" text collate "C" not null
);
create unique index "suppressions_organisationId_mode_matchKey_unique" on "suppressions" ("organisationId", "mode", "matchKey");
create index "suppressions_organisationId_mode_createdAt" on "suppressions" ("organisationId", "mode", "createdAt", "id");
create index "suppressions_organisationId_mode_updatedAt" on "suppressions" ("organisationId", "mode", "updatedAt", "id");
create index "suppressions_organisationId_mode_recipientName" on "suppressions" ("organisationId", "mode", "recipientName", "id");
create index "suppressions_organisationId_mode_addressKey" on "suppressions" ("organisationId", "mode", "addressKey", "id");
create index "suppressions_organisationId_mode_advertisingCategory" on "suppressions" ("organisationId", "mode", "advertisingCategory", "id");
create index "suppressions_organisationId_mode_reason" on "suppressions" ("organisationId", "mode", "reason", "id");

create table "template_folders" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "name" text collate "C" not null,
  "nameKey" text collate "C" not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "nameFolded" text collate "C" not null
);
create unique index "template_folders_organisationId_nameKey_unique" on "template_folders" ("organisationId", "nameKey");
create index "template_folders_organisationId_name" on "template_folders" ("organisationId", "name", "id");
create index "template_folders_organisationId_createdAt" on "template_folders" ("organisationId", "createdAt", "id");

create table "templates" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "name" text collate "C" not null,
  "folderId" text collate "C",
  "productId" text collate "C" not null,
  "specificationId" text collate "C" not null,
  "status" text collate "C" not null,
  "draft" text collate "C" not null,
  "draftRevision" bigint not null,
  "draftUpdatedAt" bigint not null,
  "draftUpdatedById" text collate "C" not null,
  "latestVersionId" text collate "C",
  "latestVersionNumber" bigint not null,
  "archivedAt" bigint,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "nameFolded" text collate "C" not null
);
create index "templates_organisationId_createdAt" on "templates" ("organisationId", "createdAt", "id");
create index "templates_organisationId_updatedAt" on "templates" ("organisationId", "updatedAt", "id");
create index "templates_organisationId_name" on "templates" ("organisationId", "name", "id");
create index "templates_organisationId_folderId_updatedAt" on "templates" ("organisationId", "folderId", "updatedAt", "id");

create table "template_versions" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "templateId" text collate "C" not null,
  "number" bigint not null,
  "specificationId" text collate "C" not null,
  "document" text collate "C" not null,
  "publishedAt" bigint not null,
  "publishedByType" text collate "C" not null,
  "publishedById" text collate "C" not null,
  "staticLayerStatus" text collate "C" not null,
  "layerKey" text collate "C",
  "engine" text collate "C",
  "findings" text collate "C" not null
);
create unique index "template_versions_templateId_number_unique" on "template_versions" ("templateId", "number");

create table "top_ups" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "status" text collate "C" not null,
  "amountCents" bigint not null,
  "currency" text collate "C" not null,
  "reference" text collate "C" not null,
  "invoiceId" text collate "C",
  "createdAt" bigint not null,
  "updatedAt" bigint not null
);
create index "top_ups_organisationId_createdAt" on "top_ups" ("organisationId", "createdAt", "id");
create index "top_ups_organisationId_status" on "top_ups" ("organisationId", "status", "id");

create table "uploads" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "kind" text collate "C" not null,
  "status" text collate "C" not null,
  "fileName" text collate "C" not null,
  "contentType" text collate "C" not null,
  "sizeBytes" bigint not null,
  "sha256" text collate "C" not null,
  "blobKey" text collate "C",
  "findings" text collate "C" not null,
  "assetId" text collate "C",
  "createdAt" bigint not null
);
create index "uploads_organisationId_mode_createdAt" on "uploads" ("organisationId", "mode", "createdAt", "id");
create index "uploads_blobKey" on "uploads" ("blobKey", "id");

create table "users" (
  "id" text collate "C" primary key not null,
  "email" text collate "C" not null,
  "emailKey" text collate "C" not null,
  "name" text collate "C" not null,
  "passwordHash" text collate "C",
  "passwordSetAt" bigint,
  "secondFactorAt" bigint,
  "verifiedAt" bigint,
  "operatorScopes" text collate "C" not null,
  "status" text collate "C" not null,
  "lastSignInAt" bigint,
  "createdAt" bigint not null,
  "updatedAt" bigint not null
);
create unique index "users_emailKey_unique" on "users" ("emailKey");
create index "users_createdAt" on "users" ("createdAt", "id");

create table "ticket_messages" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "ticketId" text collate "C" not null,
  "sequence" bigint not null,
  "author" text collate "C" not null,
  "authorId" text collate "C" not null,
  "authorName" text collate "C" not null,
  "text" text collate "C" not null,
  "createdAt" bigint not null
);
create unique index "ticket_messages_ticketId_sequence_unique" on "ticket_messages" ("ticketId", "sequence");

create table "tickets" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "subject" text collate "C" not null,
  "status" text collate "C" not null,
  "createdById" text collate "C" not null,
  "messageCount" bigint not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "closedAt" bigint
);
create index "tickets_organisationId_createdAt" on "tickets" ("organisationId", "createdAt", "id");
create index "tickets_organisationId_updatedAt" on "tickets" ("organisationId", "updatedAt", "id");
create index "tickets_organisationId_status" on "tickets" ("organisationId", "status", "id");
create index "tickets_updatedAt" on "tickets" ("updatedAt", "id");

create table "webhook_deliveries" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "endpointId" text collate "C" not null,
  "eventId" text collate "C" not null,
  "eventType" text collate "C" not null,
  "kind" text collate "C" not null,
  "status" text collate "C" not null,
  "attempts" text collate "C" not null,
  "attemptCount" bigint not null,
  "firstAttemptAt" bigint,
  "nextAttemptAt" bigint,
  "leaseToken" text collate "C",
  "leaseUntil" bigint,
  "undelivered" text collate "C",
  "replayedAt" bigint,
  "createdAt" bigint not null,
  "finishedAt" bigint,
  "expiresAt" bigint not null
);
create index "webhook_deliveries_endpointId_createdAt" on "webhook_deliveries" ("endpointId", "createdAt", "id");
create index "webhook_deliveries_endpointId_status_createdAt" on "webhook_deliveries" ("endpointId", "status", "createdAt", "id");
create index "webhook_deliveries_eventId" on "webhook_deliveries" ("eventId", "id");
create index "webhook_deliveries_expiresAt" on "webhook_deliveries" ("expiresAt", "id");
create index "webhook_deliveries_status_nextAttemptAt" on "webhook_deliveries" ("status", "nextAttemptAt", "id") where "nextAttemptAt" is not null;
create index "webhook_deliveries_status_endpointId_nextAttemptAt" on "webhook_deliveries" ("status", "endpointId", "nextAttemptAt", "id") where "nextAttemptAt" is not null;
create index "webhook_deliveries_organisationId_mode_createdAt_undelivered" on "webhook_deliveries" ("organisationId", "mode", "createdAt", "undelivered", "id") where "undelivered" is not null;

create table "webhook_endpoints" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "url" text collate "C" not null,
  "description" text collate "C",
  "events" text collate "C" not null,
  "onlyMode" text collate "C",
  "onlyPostflowId" text collate "C",
  "onlyPostbatchId" text collate "C",
  "secret" bytea not null,
  "secretSince" bigint not null,
  "previousSecrets" text collate "C" not null,
  "active" boolean not null,
  "disabledAt" bigint,
  "disabledReason" text collate "C",
  "epoch" bigint not null,
  "consecutiveExhausted" bigint not null,
  "subscribedAt" bigint not null,
  "createdAfter" bigint not null,
  "subscribedAfter" bigint not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null
);
create index "webhook_endpoints_organisationId_createdAt" on "webhook_endpoints" ("organisationId", "createdAt", "id");

create unlogged table "rate_windows" (
  "key" text collate "C" primary key not null,
  "window" bigint not null,
  "count" bigint not null
);
create index "rate_windows_window" on "rate_windows" ("window");
`,
  },
  {
    name: '0002_low_balance_notified',
    checksum: '3606abaf8c4b8ec7bdc0fde878a426b68e6ea37374e9a5d71ca6ef833613ccef',
    sql: `alter table "accounts" rename column "lowTold" to "lowBalanceNotified";

-- Servers of 0.2.0 may share the database until they are replaced. They read and write the old name, which
-- therefore stays a copy of the new one until a later migration drops the column, trigger and function.
alter table "accounts" add column "lowTold" boolean;
update "accounts" set "lowTold" = "lowBalanceNotified";

create function "accounts_low_told"() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new."lowBalanceNotified" := coalesce(new."lowBalanceNotified", new."lowTold");
  elsif new."lowTold" is distinct from old."lowTold" then
    new."lowBalanceNotified" := new."lowTold";
  end if;
  new."lowTold" := new."lowBalanceNotified";
  return new;
end
$$;
create trigger "accounts_low_told" before insert or update on "accounts"
  for each row execute function "accounts_low_told"();
`,
  },
  {
    name: '0003_find_items',
    checksum: '1f251224ac9fe302a4817c3d473e6f7216ed59fd55335da7e67acb1d22876e41',
    sql: `alter table "items" add column "recipientPostalCode" text collate "C";
update "items" set "recipientPostalCode" =
  nullif(upper(replace(replace("recipient"::json ->> 'postalCode', ' ', ''), '-', '') collate "C"), '');
create index "items_organisationId_mode_recipientPostalCode_createdAt" on "items" ("organisationId", "mode", "recipientPostalCode", "createdAt", "id") where "recipientPostalCode" is not null;

-- Servers of 0.2.0 may share the database until they are replaced. They do not write the new column, which this does
-- for them until a later migration drops trigger and function.
create function "items_postal_code"() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new."recipientPostalCode" is not null then return new; end if;
  elsif new."recipient" is not distinct from old."recipient"
    or new."recipientPostalCode" is distinct from old."recipientPostalCode" then return new;
  end if;
  new."recipientPostalCode" := nullif(upper(replace(replace(new."recipient"::json ->> 'postalCode', ' ', ''), '-', '') collate "C"), '');
  return new;
end
$$;
create trigger "items_postal_code" before insert or update of "recipient" on "items"
  for each row execute function "items_postal_code"();

create table "items_metadata" (
  "rowId" text collate "C" not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "name" text collate "C" not null,
  "text" text collate "C" not null,
  primary key ("rowId", "name")
);
insert into "items_metadata"
  select "items"."id", "organisationId", "mode", entry."key", entry."value"
  from "items", json_each_text("items"."metadata"::json) as entry
  where "metadata" is not null;
create index "items_metadata_entry" on "items_metadata" ("organisationId", "mode", "name", "text", "rowId");
create function "items_metadata_keep"() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from "items_metadata" where "rowId" = old."id";
  end if;
  if tg_op <> 'DELETE' then
    insert into "items_metadata" select new."id", new."organisationId", new."mode", entry."key", entry."value"
      from json_each_text(new."metadata"::json) as entry;
  end if;
  return null;
end
$$;
create trigger "items_metadata_insert" after insert on "items" for each row when (new."metadata" is not null) execute function "items_metadata_keep"();
create trigger "items_metadata_update" after update of "metadata" on "items" for each row when (new."metadata" is distinct from old."metadata") execute function "items_metadata_keep"();
create trigger "items_metadata_delete" after delete on "items" for each row when (old."metadata" is not null) execute function "items_metadata_keep"();
`,
  },
  {
    name: '0004_what_happened',
    checksum: '223f68fc8c589e1749ce9afbdb66f42eae0bc048d145c40c9b6a803908f3821e',
    sql: `alter table "events" add column "runId" text collate "C";
create index "events_organisationId_mode_itemId_sequence" on "events" ("organisationId", "mode", "itemId", "sequence", "id") where "itemId" is not null;
create index "events_organisationId_mode_postbatchId_sequence" on "events" ("organisationId", "mode", "postbatchId", "sequence", "id") where "postbatchId" is not null;
create index "events_organisationId_mode_runId_sequence" on "events" ("organisationId", "mode", "runId", "sequence", "id") where "runId" is not null;
drop index "events_itemId";
alter table "runs" add column "history" text collate "C";
`,
  },
  {
    name: '0005_sheets_of_workbooks',
    checksum: '98704e4cb38138731cbe3a0d84037d5e647398e601d9627cdd6ce88de1299afe',
    sql: `alter table "uploads" add column "sheets" text collate "C";
alter table "imports" add column "sheet" text collate "C";
`,
  },
  {
    name: '0006_asset_files',
    checksum: 'f583b982662617e1843d969c87c08302b78c6324f5978d152fde2affb419d364',
    sql: `drop index "assets_organisationId_status_kind_createdAt";
drop index "assets_organisationId_status_kind_name";
create index "assets_organisationId_status_createdAt" on "assets" ("organisationId", "status", "createdAt", "id");
create index "assets_organisationId_status_name" on "assets" ("organisationId", "status", "name", "id");
`,
  },
  {
    name: '0007_item_actions',
    checksum: '35560075af80aa47f1c1c6494a3a6512562de079c304343692b6999034967a12',
    sql: `create table "item_action_chunks" (
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
`,
  },
  {
    name: '0008_operators',
    checksum: 'b74292f153cb4597adfec970275a0afc3f2d06b592cb1139a74f47df49d61260',
    sql: `alter table "organisations" add column "suspensionReason" text collate "C";
create index "runs_cutoffAt" on "runs" ("cutoffAt", "id");

-- lower() of the collation C knows no capital letter beyond ASCII; these are the ones that names begin with in Europe.
alter table "users" add column "search" text collate "C";
alter table "users" add column "searchFolded" text collate "C";
update "users" set
  "search" = "name" || ' ' || "email",
  "searchFolded" = translate(lower("name"), 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĆČĐĞŁŃŐŒŘŚŞŠŰŸŹŻŽ', 'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþćčđğłńőœřśşšűÿźżž') || ' ' || "emailKey";
`,
  },
  {
    name: '0009_notices',
    checksum: '5d8008a755577ae8c13f038e3abb3a212392a7c458e6a1e87c388cd3244ebc1e',
    sql: `alter table "members" add column "notices" text collate "C";
`,
  },
  {
    name: '0010_item_action_gathering',
    checksum: '5dfe95cf5d40978b13d60e361ceb77921fab668e949375337ddcd9d5fd434946',
    sql: `alter table "item_actions" add column "conditions" text collate "C";
`,
  },
  {
    name: '0011_pages_of_pdfs',
    checksum: 'a7cf4df8fd7330823815d798cf03297c0a638faad226edc073a229eb36417580',
    sql: `alter table "uploads" add column "pages" text collate "C";
alter table "assets" add column "pages" text collate "C";
`,
  },
  {
    name: '0012_invoices',
    checksum: '4324b75e1dc557aa636c48f04608e52820e36a6e3606f6711036788c3b55023f',
    sql: `alter table "billing_profiles" add column "orderReference" text collate "C";
alter table "billing_profiles" add column "electronicAddress" text collate "C";
alter table "billing_profiles" add column "language" text collate "C";
alter table "invoices" add column "orderReference" text collate "C";
alter table "invoices" add column "language" text collate "C";
alter table "top_ups" add column "paymentId" text collate "C";
`,
  },
  {
    name: '0013_catalogue',
    checksum: 'f8f763f8358e07c7605c05cb577946c11b798eb016e12a68e8f90c40810fecf1',
    sql: `-- The catalogue as data. Items, runs and designs that are older than its versions belong to version 1.
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
`,
  },
  {
    name: '0014_copied_postbatches',
    checksum: '383be67b341dfee22afbb50a5e3c63da24788a7125ddf9afcf40d0f40e16cc71',
    sql: `alter table "postbatches" add column "copyOf" text collate "C";
alter table "postbatches" add column "copiedUntil" text collate "C";
alter table "postbatches" add column "copyLeftOut" bigint;
`,
  },
  {
    name: '0015_printers',
    checksum: '5372b8a7d3f697d3da63408fce746d906f791d4919675f0ee32ab281796b698a',
    sql: `create table "hand_overs" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "runId" text collate "C" not null,
  "printerId" text collate "C",
  "state" text collate "C" not null,
  "note" text collate "C",
  "at" bigint not null,
  "deliveredAt" bigint
);
create index "hand_overs_runId" on "hand_overs" ("runId", "id");

create table "printer_rules" (
  "id" text collate "C" primary key not null,
  "position" bigint not null,
  "match" text collate "C" not null,
  "printers" text collate "C" not null,
  "fallBackMinutes" bigint not null,
  "createdAt" bigint not null
);
create index "printer_rules_position" on "printer_rules" ("position", "id");

create table "printers" (
  "id" text collate "C" primary key not null,
  "key" text collate "C" not null,
  "name" text collate "C" not null,
  "kind" text collate "C" not null,
  "settings" text collate "C" not null,
  "secret" bytea,
  "capabilities" text collate "C" not null,
  "status" text collate "C" not null,
  "health" text collate "C",
  "revision" bigint not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null
);
create unique index "printers_key_unique" on "printers" ("key");
create index "printers_createdAt" on "printers" ("createdAt", "id");

alter table "runs" add column "printerChosenAt" bigint;
alter table "runs" add column "givenPrinterId" text collate "C";

-- Who runs the instance sets up its printers and its catalogue too, without being given that again.
update "users" set "operatorScopes" = replace("operatorScopes", '"platform.admin"', '"printers.manage","catalogue.manage","platform.admin"')
where "operatorScopes" like '%"platform.admin"%' and "operatorScopes" not like '%"printers.manage"%';
`,
  },
  {
    name: '0016_instance_assets',
    checksum: '8c9e75ac80959f4df0b3f9be8aac715a89bf56105144b8b57b9306c70ff4d6f2',
    sql: `create table "instance_assets" (
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
`,
  },
  {
    name: '0017_item_action_asker',
    checksum: '1e88548c37dda486b2c3b71db455b7d3c02aa7caf9e1d74a3c3992e15143ed3d',
    sql: `alter table "item_actions" add column "askedBy" text collate "C";
`,
  },
  {
    name: '0018_costs',
    checksum: '85d8c069129a723e56b7e9d0c488509ce738a3584b712c8e14ab881a9c3c5924',
    sql: `alter table "items" add column "billingGroup" text collate "C";
create index "items_organisationId_mode_billingGroup_createdAt" on "items" ("organisationId", "mode", "billingGroup", "createdAt", "id") where "billingGroup" is not null;
alter table "postflows" add column "billingGroup" text collate "C";
alter table "postbatches" add column "billingGroup" text collate "C";
alter table "ledger_entries" add column "billingGroup" text collate "C";
alter table "billing_usage" add column "billingGroup" text collate "C";
create table "billing_groups" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "name" text collate "C" not null,
  "createdAt" bigint not null
);
create index "billing_groups_organisationId_mode_name" on "billing_groups" ("organisationId", "mode", "name", "id");
create index "billing_groups_organisationId_mode_createdAt" on "billing_groups" ("organisationId", "mode", "createdAt", "id");
create table "spending" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "apiKeyId" text collate "C",
  "month" text collate "C" not null,
  "spentCents" bigint not null,
  "recounts" bigint not null,
  "reachedNotified" boolean not null
);
create index "spending_organisationId_month" on "spending" ("organisationId", "month", "id");
alter table "organisations" add column "spendingCapCents" bigint;
alter table "organisations" add column "cappedKeys" bigint;
alter table "api_keys" add column "spendingCapCents" bigint;
alter table "items" add column "apiKeyId" text collate "C";
alter table "items" add column "spentMonth" text collate "C";
alter table "items" add column "spentKeyId" text collate "C";
alter table "postbatches" add column "takenCents" bigint;
alter table "postbatches" add column "spentMonth" text collate "C";
alter table "postbatches" add column "spentKeyId" text collate "C";
alter table "item_actions" add column "apiKeyId" text collate "C";
`,
  },
  {
    name: '0019_run_remakes',
    checksum: 'ec0d23a9bec6b70589fe9b314a08fc984f8cf8fa4e85e7073dae2b91da774ffc',
    sql: `create table "run_remakes" (
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "runId" text collate "C" not null,
  "number" bigint not null,
  "status" text collate "C" not null,
  "sequences" text collate "C" not null,
  "itemIds" text collate "C" not null,
  "reason" text collate "C",
  "waitReason" text collate "C",
  "uncertain" boolean not null,
  "partner" text collate "C",
  "partnerReference" text collate "C",
  "handedToPrinterAt" bigint,
  "revision" bigint not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null
);
create unique index "run_remakes_runId_number_unique" on "run_remakes" ("runId", "number");
create index "run_remakes_status" on "run_remakes" ("status", "id");
`,
  },
  {
    name: '0020_printer_secret_reference',
    checksum: '2d9db75a81fc2cccee55b8ccbd88631d22f673d443852c8716f13f28e5d6a7fb',
    sql: `alter table "printers" add column "secretReference" text collate "C";
`,
  },
  {
    name: '0021_costs_of_runs',
    checksum: 'fecc0cb37a860e4624ffdcfba70a535d2e117d687fc07bf0a2b7d89b9df10b31',
    sql: `create table "costs" (
  "id" text collate "C" primary key not null,
  "key" text collate "C" not null,
  "name" text collate "C" not null,
  "sources" text collate "C",
  "archivedAt" bigint,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "kind" text collate "C" not null,
  "specification" text collate "C",
  "stock" text collate "C",
  "printer" text collate "C",
  "insert" text collate "C",
  "finishing" text collate "C",
  "centsPerThousand" bigint not null
);
create unique index "costs_key_unique" on "costs" ("key");
alter table "runs" add column "costRates" text collate "C";
alter table "runs" add column "spoiled" text collate "C";
alter table "run_remakes" add column "sides" bigint;
`,
  },
  {
    name: '0022_postbatch_rejections',
    checksum: 'f2b500dc3a5b02279a12b6817a81af095d34286fc77dbe71cb2bee1a9e9158a1',
    sql: `alter table "postbatches" add column "rejectedAt" bigint;
alter table "postbatches" add column "rejectedBy" text collate "C";
alter table "postbatches" add column "rejectionReason" text collate "C";
`,
  },
  {
    name: '0023_scripts_of_fonts',
    checksum: '64043282fb3fd88d8e39df87c6d724bfb479452fd4f758283fcd23be5edd5f9d',
    sql: `alter table "instance_assets" add column "scripts" text collate "C";
`,
  },
  {
    name: '0024_former_billing_groups',
    checksum: 'c0f14feb41cf65a8f0f9d2cc15f14cd38728dddf9c1862874fe72871f3118c22',
    sql: `alter table "postbatches" add column "formerBillingGroups" text collate "C";
`,
  },
  {
    name: '0025_mailings_of_runs',
    checksum: '2c17af795ef39d686653b5247bb89aaf0b23b60f26df481c58ab0a7717cde182',
    sql: `alter table "runs" add column "mailings" text collate "C";
`,
  },
  {
    name: '0026_rejected_items',
    checksum: 'ed5e9983df855e55b64bd1b4e42723c6edec44981f18e490d588b0e25c0b1528',
    sql: `alter table "items" add column "rejectedAt" bigint;
create index "items_organisationId_mode_rejectedAt" on "items" ("organisationId", "mode", "rejectedAt", "id") where "rejectedAt" is not null;
`,
  },
  {
    name: '0027_printers_away',
    checksum: 'ddc41dd0c2b2271c1c6f9ccf8ef42225c6f8008d7f85e6b7221748b1049841ba',
    sql: `alter table "runs" add column "awayPrinterId" text collate "C";
alter table "runs" add column "awaySince" bigint;
`,
  },
  {
    name: '0028_corrected_copies',
    checksum: 'e586688dcd36f82746b593769e34d457b020a92fa4a769e432e6381f40d46123',
    sql: `alter table "items" add column "correctionOf" text collate "C";
alter table "items" add column "correctedAs" text collate "C";
`,
  },
  {
    name: '0029_rows_left_out',
    checksum: '19f51a388f9977318cc3d176416e0e978758c8b225194e4eb8ad98f6b6ac4b8a',
    sql: `alter table "imports" add column "leftOutCount" bigint;
alter table "import_errors" add column "leftOutAt" bigint;
`,
  },
  {
    name: '0030_sent_before',
    checksum: 'b9d7907d5953ece9451bf3ac67f373d96e52f52484e424fc30f954b5637e8694',
    sql: `alter table "postbatches" add column "sentBefore" text collate "C";
`,
  },
  {
    name: '0031_export_makers',
    checksum: '5248e927d05369fcc98ed4690357e07a4dc4e6c4d4dec1d3a2348b6da85eaca3',
    sql: `alter table "exports" add column "createdById" text collate "C";
`,
  },
  {
    name: '0032_item_approval_required',
    checksum: '03705ae99e02dcd21e1aa3872a2ec495322f2e9575369a9285b061bf2dc9c32d',
    sql: `alter table "items" add column "approvalRequired" boolean;

-- What waits already keeps the approval that its Postflow asks for.
update "items" set "approvalRequired" = true
where "postflowId" in (select "id" from "postflows") and "status" = 'PENDING_APPROVAL';

update "items" set "approvalRequired" = true
where "postflowId" in (select "id" from "postflows" where "approval" = 'PER_ITEM')
  and "status" in ('CREATED', 'NEEDS_ATTENTION', 'HELD');
`,
  },
  {
    name: '0033_list_questions',
    checksum: 'eb8d6aeb4e6ced09ab12270788aede0957cbe9fd8cbab08e870422b475f1e544',
    sql: `alter table "imports" add column "questions" text collate "C";
alter table "imports" add column "answers" text collate "C";
alter table "mapping_presets" add column "answers" text collate "C";
`,
  },
  {
    name: '0034_item_action_revisions',
    checksum: 'f369c142acaccad4f73bfc4683ce167328012f4947d0de95bdda46ee78580eb6',
    sql: `alter table "item_action_chunks" add column "revisions" text collate "C";
`,
  },
  {
    name: '0035_tenants_read',
    checksum: '22146e7af9214760fc57f87c1127f91927cd7a0b42fd80a455ced957695c98a8',
    sql: `-- Operators could read every organisation; now that takes a scope of its own, which those that exist keep.
update "users" set "operatorScopes" = replace("operatorScopes", ']', ',"tenants.read"]')
where "operatorScopes" <> '[]' and "operatorScopes" not like '%"tenants.read"%';
`,
  },
  {
    name: '0036_key_versions',
    checksum: 'ae797e28b5115e512e9295a3d2fafb388929a0bd0edd6e0515691a759b84c864',
    sql: `alter table "items" add column "addressKeyV2" text collate "C";
alter table "items" add column "duplicateKeyV2" text collate "C";
alter table "items" add column "keyedAt" bigint;
create index "items_organisationId_mode_addressKeyV2" on "items" ("organisationId", "mode", "addressKeyV2", "id");
create index "items_organisationId_mode_duplicateKeyV2_createdAt" on "items" ("organisationId", "mode", "duplicateKeyV2", "createdAt", "id") where "duplicateKeyV2" is not null;

alter table "renders" add column "addressKeyV2" text collate "C";
create index "renders_organisationId_mode_addressKeyV2" on "renders" ("organisationId", "mode", "addressKeyV2", "id");

alter table "suppressions" add column "matchKeyV2" text collate "C";
alter table "suppressions" add column "addressKeyV2" text collate "C";
alter table "suppressions" add column "keyedAt" bigint;
-- Entries that are different by version 2 of the keys may be equal by version 1.
drop index "suppressions_organisationId_mode_matchKey_unique";
create index "suppressions_organisationId_mode_matchKey" on "suppressions" ("organisationId", "mode", "matchKey", "id");
create index "suppressions_organisationId_mode_matchKeyV2" on "suppressions" ("organisationId", "mode", "matchKeyV2", "id");
create index "suppressions_organisationId_mode_addressKeyV2" on "suppressions" ("organisationId", "mode", "addressKeyV2", "id");

-- Servers of the version before share the database until they are replaced, and write the keys of version 1
-- alone. Where they change what keys are derived from, the keys of version 2 are taken away, so that look-ups
-- use those of version 1 until the job \`items.renewKeys\` derives them. A later migration drops triggers and functions.
create function "items_stale_keys"() returns trigger language plpgsql as $$
begin
  if new."keyedAt" is not distinct from old."keyedAt" then
    new."addressKeyV2" := null;
    new."duplicateKeyV2" := null;
    new."keyedAt" := null;
  end if;
  return new;
end
$$;
create trigger "items_stale_keys" before update of "recipient", "addressKey", "duplicateKey" on "items"
  for each row when (
    new."recipient" is distinct from old."recipient"
    or new."addressKey" is distinct from old."addressKey"
    or new."duplicateKey" is distinct from old."duplicateKey"
  ) execute function "items_stale_keys"();

create function "suppressions_stale_keys"() returns trigger language plpgsql as $$
begin
  if new."keyedAt" is not distinct from old."keyedAt" then
    new."matchKeyV2" := null;
    new."addressKeyV2" := null;
    new."keyedAt" := null;
  end if;
  return new;
end
$$;
create trigger "suppressions_stale_keys" before update of "recipient", "matchKey" on "suppressions"
  for each row when (new."recipient" is distinct from old."recipient" or new."matchKey" is distinct from old."matchKey")
  execute function "suppressions_stale_keys"();
`,
  },
  {
    name: '0037_failure_codes',
    checksum: 'aea2b6168fe71828d3d434c257895eb5bc6508e0bf10e2a054865c294bf7fd73',
    sql: `alter table "item_actions" add column "failureCode" text collate "C";
alter table "exports" add column "failureCode" text collate "C";
alter table "run_remakes" add column "failureCode" text collate "C";
`,
  },
  {
    name: '0038_printer_secret_destinations',
    checksum: 'd088626f4b7b1c260b99fb750c127d9da1f3ac39bb273cb3abf394122c6e17a3',
    sql: `alter table "printers" add column "secretFor" text collate "C";
`,
  },
  {
    name: '0039_connector_makers',
    checksum: 'b92d3881d9af946ae3e854b87044074d38c86e7ba42f19a975de37fad77e1ff0',
    sql: `alter table "connectors" add column "makerKind" text collate "C";
alter table "connectors" add column "makerId" text collate "C";
alter table "connectors" add column "apiKeyId" text collate "C";
alter table "connectors" add column "needsReview" boolean;
alter table "connectors" add column "stoppedAt" bigint;

-- Those that exist go on until an owner adopts them. Their makers are those whom the audit log knows.
update "connectors" set "needsReview" = true;

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
  "id" text collate "C" primary key not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "connectorId" text collate "C" not null,
  "payload" bytea not null,
  "sha256" text collate "C" not null,
  "receivedAt" bigint not null,
  "expiresAt" bigint not null
);
create index "connector_payloads_connectorId_receivedAt" on "connector_payloads" ("connectorId", "receivedAt", "id");
create index "connector_payloads_expiresAt" on "connector_payloads" ("expiresAt", "id");
`,
  },
  {
    name: '0040_suppression_fields',
    checksum: 'c305e88fd09c9d57910345e978d573b5f657df94c2742715ef8980340456907a',
    sql: `alter table "suppression_imports" add column "fields" text collate "C";
`,
  },
  {
    name: '0041_undecided_suppressions',
    checksum: '9f85be1e86ca41eff29d9d868f81719a4cd0c8aa6a64d0f08dc8e1fb23c5fe55',
    sql: `alter table "suppressions" add column "isUndecided" boolean;
create index "suppressions_organisationId_isUndecided_createdAt" on "suppressions" ("organisationId", "isUndecided", "createdAt", "id") where "isUndecided" is not null;
`,
  },
  {
    name: '0042_upload_makers',
    checksum: 'fba4ae6ee20480ca8a954f0f3404b6d9da24f4166093cb65d73d64bd31d84197',
    sql: `alter table "uploads" add column "createdById" text collate "C";
`,
  },
  {
    name: '0043_suppressions_by_status',
    checksum: '8ea18d52fab3f7a78bc36c4de22f7fe943dc24267d941df124bb5c7dfedc48a0',
    sql: `create index "suppressions_organisationId_mode_status" on "suppressions" ("organisationId", "mode", "status", "id");
`,
  },
  {
    name: '0044_salutation_corrections',
    checksum: '5e22a262cf59a9a7f1ed6e77fe30db3389c4ed665f24a2bfebc3da340bee91c1',
    sql: `alter table "postbatches" add column "salutationCorrections" text collate "C";
`,
  },
  {
    name: '0045_expected_fingerprints',
    checksum: '23ffb7543d57908951371091d2d2dcc2a49493b43e8a4802d06065f7d4b089fa',
    sql: `alter table "item_actions" add column "expectedFingerprint" text collate "C";
`,
  },
  {
    name: '0046_erased_persons',
    checksum: 'dddc935e3cc4581dad06cbeadbe2e8082799039cb5d6085710e074781ff40bde',
    sql: `alter table "erasables" add column "person" text collate "C";
`,
  },
  {
    name: '0047_formatted_bad_rows',
    checksum: '26845d6f73d241227f9ee5b33229ce917082e3cb83c02254c3322961c76b2c0e',
    sql: `-- What a workbook shows of the numbers of a row that is to be corrected.
alter table "import_errors" add column "formatted" text collate "C";
`,
  },
  {
    name: '0048_renewed_keys',
    checksum: 'ba961ad7450bcd16b84725e7f29d357203b1e35d075a060f35434701e9e70b41',
    sql: `-- The rules by which keys of version 2 are derived have changed since they were first stored. The rows are found
-- by version 1 until the job, which is due now, has derived them again. Entries keep "addressKeyV2", which says
-- that no server of 0.2.0 wrote them.
update "items" set "addressKeyV2" = null where "addressKeyV2" is not null;
update "suppressions" set "matchKeyV2" = null where "matchKeyV2" is not null;
update "renders" set "addressKeyV2" = null where "addressKeyV2" is not null and "addressKey" is not null;
update "jobs" set "dueAt" = 0, "wakeAt" = 0 where "kind" = 'items.renewKeys' and "status" = 'PENDING';
`,
  },
  {
    name: '0049_doubtful_suppression_rows',
    checksum: '97009fee01f60bd13b69d8f200250397dd643928ff51b78d96e26caf16978f8c',
    sql: `alter table "suppression_imports" add column "doubtfulCount" bigint;
`,
  },
  {
    name: '0050_item_warnings',
    checksum: '84985ec786259504797bb92b7c931a8cfa8df2ba408708c1439f62e7c30b4c67',
    earlier: ['271b55492e9a26babe54da78f2e7ead322dd456dba4ed05e20aba24ce3f866c4'],
    sql: `-- This failed on findings with escapes. The checksum of the text before names databases that it did not fail on.
-- Corrected: 271b55492e9a26babe54da78f2e7ead322dd456dba4ed05e20aba24ce3f866c4.
alter table "postbatches" add column "warnings" text collate "C";

alter table "items" add column "warnings" text collate "C";
create table "items_warnings" (
  "rowId" text collate "C" not null,
  "organisationId" text collate "C" not null,
  "mode" text collate "C" not null,
  "name" text collate "C" not null,
  "text" text collate "C" not null,
  primary key ("rowId", "name")
);
create index "items_warnings_entry" on "items_warnings" ("organisationId", "mode", "name", "text", "rowId");
create function "items_warnings_keep"() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from "items_warnings" where "rowId" = old."id";
  end if;
  if tg_op <> 'DELETE' then
    insert into "items_warnings" select new."id", new."organisationId", new."mode", entry."key", entry."value"
      from json_each_text(new."warnings"::json) as entry;
  end if;
  return null;
end
$$;
create trigger "items_warnings_insert" after insert on "items" for each row when (new."warnings" is not null) execute function "items_warnings_keep"();
create trigger "items_warnings_update" after update of "warnings" on "items" for each row when (new."warnings" is distinct from old."warnings") execute function "items_warnings_keep"();
create trigger "items_warnings_delete" after delete on "items" for each row when (old."warnings" is not null) execute function "items_warnings_keep"();

update "items" set "warnings" = (
  select json_object_agg("code", '')::text from (
    select 'any' as "code"
    union
    -- Reading any text of findings fails where another one holds "\\u0000" or half a surrogate. Codes hold no escapes.
    select entry ->> 'code'
      from json_array_elements(regexp_replace("items"."findings", '\\\\(u[0-9a-fA-F]{4}|.)', '', 'g')::json) as entry
      where entry ->> 'severity' = 'warning'
  ) as found
) where "findings" like '%"severity":"warning"%';

-- Servers of the version before share the database until they are replaced. They do not write the new column, which
-- this does for them until a later migration drops triggers and function.
create function "items_warning_codes"() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new."warnings" is not null then return new; end if;
  elsif new."warnings" is distinct from old."warnings" then
    return new;
  end if;
  new."warnings" := null;
  if new."findings" like '%"severity":"warning"%' then
    new."warnings" := (
      select json_object_agg("code", '')::text from (
        select 'any' as "code"
        union
        select entry ->> 'code' from json_array_elements(new."findings"::json) as entry
          where entry ->> 'severity' = 'warning'
      ) as found
    );
  end if;
  return new;
end
$$;
create trigger "items_warning_codes" before insert or update of "findings" on "items"
  for each row execute function "items_warning_codes"();
-- The trigger of the entries is for statements that name the column "warnings".
create trigger "items_warnings_findings" after update of "findings" on "items"
  for each row when (new."warnings" is distinct from old."warnings") execute function "items_warnings_keep"();
`,
  },
  {
    name: '0051_renewed_name_keys',
    checksum: '3862a4bf8adb5603842a191e9e2b4a420abb91159d915dfce81e02339fd0e609',
    sql: `-- The rules by which names are compared have changed again. As in 0048, the rows are found by version 1 until the job,
-- which is due now, has derived their keys again. Only keys with names are concerned.
update "items" set "addressKeyV2" = null where "addressKeyV2" is not null and "duplicateKeyV2" is not null;
update "suppressions" set "matchKeyV2" = null where "matchKeyV2" is not null and "nameKey" is not null;
update "jobs" set "dueAt" = 0, "wakeAt" = 0 where "kind" = 'items.renewKeys' and "status" = 'PENDING';
`,
  },
  {
    name: '0052_earlier_warnings',
    checksum: 'c9104192243f9d48f9fd91ade33ffa455eadfac219eb18442dc6ca922a0f8bbd',
    sql: `-- The labels of what a server of the version before writes, as in 0050, but without the escapes of its texts: reading
-- any text of findings fails where another one holds "\\u0000" or half a surrogate. Codes hold no escapes.
--
-- Such a server, which calls itself "lettershop", does not count what it changes: the count of the Postbatch ends, and
-- is shown as not counted. The same holds where it takes an item with warnings out of those that wait for the approval.
-- This version counts its own changes.
create or replace function "items_warning_codes"() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new."warnings" is not null then return new; end if;
  elsif new."warnings" is distinct from old."warnings" then
    return new;
  end if;
  new."warnings" := null;
  if new."findings" like '%"severity":"warning"%' then
    new."warnings" := (
      select json_object_agg("code", '')::text from (
        select 'any' as "code"
        union
        select entry ->> 'code'
          from json_array_elements(regexp_replace(new."findings", '\\\\(u[0-9a-fA-F]{4}|.)', '', 'g')::json) as entry
          where entry ->> 'severity' = 'warning'
      ) as found
    );
  end if;
  -- The same labels in another order or with other blanks are no change.
  if tg_op = 'UPDATE' and new."warnings"::jsonb is not distinct from old."warnings"::jsonb then
    new."warnings" := old."warnings";
  end if;
  if tg_op = 'UPDATE' and new."postbatchId" is not null then
    if new."warnings" is distinct from old."warnings" then
      update "postbatches" set "warnings" = null
        where "id" = new."postbatchId" and "approvedAt" is null and "warnings" is not null;
    elsif new."warnings" is not null and new."status" <> old."status" and 'HELD' in (old."status", new."status") then
      update "postbatches" set "warnings" = null
        where "id" = new."postbatchId" and "approvedAt" is null and "warnings" is not null
          and ("status" = 'VALIDATING' or current_setting('application_name') = 'lettershop');
    end if;
  end if;
  return new;
end
$$;
`,
  },
  {
    name: '0053_renewed_door_keys',
    checksum: '25d0a71dae86c6e15b3f4bd868a55dec1b19874ebc3783f6ccb27aba89548f5c',
    sql: `-- The rules by which doors are compared have changed: words between the numbers of a range, units and streets in the second
-- line, abbreviations of streets, ordinals, floors and sides. As in 0048, the rows are found by version 1 until the job,
-- which is due now, has derived their keys again.
update "items" set "addressKeyV2" = null where "addressKeyV2" is not null;
update "suppressions" set "matchKeyV2" = null where "matchKeyV2" is not null;
update "renders" set "addressKeyV2" = null where "addressKeyV2" is not null and "addressKey" is not null;
update "jobs" set "dueAt" = 0, "wakeAt" = 0 where "kind" = 'items.renewKeys' and "status" in ('PENDING', 'RESERVED');
`,
  },
  {
    name: '0054_reserved_jobs',
    checksum: 'b9f9650e90431bd8a9db457996fd4fdf815015f1f4b4ac4efe8b9c85a6143f39',
    sql: `-- Servers of the version before share the database until they are replaced. They look for jobs that are PENDING: these
-- kinds, which they do not know or do by other rules, wait as RESERVED for a server of this version. A later version
-- drops both triggers with their functions.
create function "jobs_reserve"() returns trigger language plpgsql as $$
begin
  if new."kind" in (
    'exports.writeWorkbook', 'imports.process', 'imports.takeRows', 'integrations.makeStored',
    'integrations.retention', 'integrations.stoppedMail', 'items.renewKeys', 'overview.foldNames',
    'postbatches.correctSalutations', 'postbatches.validate', 'printers.bindSecrets', 'renders.render', 'runs.remake',
    'runs.render', 'suppressions.import', 'suppressions.takeRows'
  ) then
    new."status" := 'RESERVED';
  end if;
  return new;
end
$$;
create trigger "jobs_reserve" before insert or update of "status" on "jobs"
  for each row when (new."status" = 'PENDING') execute function "jobs_reserve"();

-- Such a server moves a test clock with the jobs that are PENDING alone.
create function "jobs_reserved_clock"() returns trigger language plpgsql as $$
begin
  update "jobs" set "wakeAt" = "dueAt" - new."testClockOffsetMs" where "status" = 'RESERVED' and "clock" = new."id";
  return null;
end
$$;
create trigger "jobs_reserved_clock" after update of "testClockOffsetMs" on "organisations"
  for each row when (new."testClockOffsetMs" <> old."testClockOffsetMs") execute function "jobs_reserved_clock"();

update "jobs" set "status" = 'PENDING' where "status" = 'PENDING';
`,
  },
  {
    name: '0055_suppression_import_questions',
    checksum: '754c168f1e6522691ab3607a15e1074e14768db4e1d4cc3dcb065b3a4588cb3d',
    sql: `alter table "suppression_imports" add column "questions" text collate "C";
alter table "suppression_imports" add column "failureCode" text collate "C";
`,
  },
  {
    name: '0056_stopped_copies',
    checksum: 'f24d1ce6de94230afa1c9180332801172d1626cc0b13176bcaf2f12c90c6d36d',
    sql: `alter table "postbatches" add column "copyFailureCode" text collate "C";
`,
  },
]
