// Made by `node scripts/generate-migrations.ts` from migrations/. Do not edit.
import type { Migration } from './migrate.ts'

export const sqliteMigrations: readonly Migration[] = [
  {
    name: '0001_initial',
    checksum: 'a1bc11399de3e683a33e9e892c9571c856e52a2e1db28260ddc62ab630476f3f',
    sql: `create table "accounts" (
  "id" text primary key not null,
  "organisationId" text not null,
  "balanceCents" integer not null,
  "reservedCents" integer not null,
  "lowThresholdCents" integer not null,
  "lowTold" integer not null,
  "currency" text not null
) strict;

create table "advertising_categories" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "key" text not null,
  "label" text not null,
  "sortOrder" integer not null,
  "archived" integer not null,
  "stops" text,
  "createdAt" integer not null
) strict;
create unique index "advertising_categories_organisationId_mode_key_unique" on "advertising_categories" ("organisationId", "mode", "key");

create table "analytics_days" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "grain" text not null,
  "subjectId" text not null,
  "day" text not null,
  "created" integer not null,
  "sent" integer not null,
  "cancelled" integer not null,
  "failed" integer not null,
  "scans" integer not null,
  "scannedItems" integer not null,
  "spendCents" integer not null,
  "nowCreated" integer not null,
  "nowNeedsAttention" integer not null,
  "nowSuppressed" integer not null,
  "nowPendingApproval" integer not null,
  "nowHeld" integer not null,
  "nowReady" integer not null,
  "nowScheduled" integer not null,
  "nowInProduction" integer not null,
  "nowHandedToCarrier" integer not null,
  "nowCompleted" integer not null,
  "nowReturned" integer not null,
  "nowNotSent" integer not null,
  "nowFailed" integer not null,
  "nowCancelled" integer not null
) strict;
create unique index "analytics_days_organisationId_mode_grain_subjectId_day_unique" on "analytics_days" ("organisationId", "mode", "grain", "subjectId", "day");

create table "api_keys" (
  "id" text primary key not null,
  "lineId" text not null,
  "organisationId" text not null,
  "mode" text not null,
  "name" text not null,
  "prefix" text not null,
  "hash" text not null,
  "scopes" text not null,
  "createdById" text,
  "createdAt" integer not null,
  "expiresAt" integer,
  "revokedAt" integer
) strict;
create unique index "api_keys_hash_unique" on "api_keys" ("hash");
create index "api_keys_organisationId_mode" on "api_keys" ("organisationId", "mode", "id");
create index "api_keys_organisationId_createdAt" on "api_keys" ("organisationId", "createdAt", "id");

create table "audit_log" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text,
  "actorType" text not null,
  "actorId" text not null,
  "actorName" text not null,
  "operation" text,
  "action" text not null,
  "resource" text not null,
  "resourceId" text not null,
  "before" text,
  "after" text,
  "requestId" text,
  "createdAt" integer not null,
  "expiresAt" integer
) strict;
create index "audit_log_organisationId_createdAt" on "audit_log" ("organisationId", "createdAt", "id");
create index "audit_log_organisationId_resourceId_createdAt" on "audit_log" ("organisationId", "resourceId", "createdAt", "id");
create index "audit_log_expiresAt" on "audit_log" ("expiresAt", "id");

create table "billing_profiles" (
  "id" text primary key not null,
  "organisationId" text not null,
  "name" text,
  "address" text,
  "email" text,
  "vatNumber" text,
  "companyNumber" text,
  "reference" text,
  "vatTreatment" text,
  "paymentTermDays" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null
) strict;

create table "billing_usage" (
  "id" text primary key not null,
  "organisationId" text not null,
  "month" text not null,
  "specificationId" text not null,
  "zone" text not null,
  "unitPriceCents" integer not null,
  "quantity" integer not null,
  "open" integer not null
) strict;
create index "billing_usage_organisationId_month" on "billing_usage" ("organisationId", "month", "id");

create table "assets" (
  "id" text primary key not null,
  "organisationId" text not null,
  "uploadId" text not null,
  "kind" text not null,
  "status" text not null,
  "name" text not null,
  "format" text not null,
  "widthPx" integer,
  "heightPx" integer,
  "hasAlpha" integer not null,
  "colourProfile" text,
  "sizeBytes" integer not null,
  "sha256" text not null,
  "blobKey" text not null,
  "thumbKey" text,
  "createdAt" integer not null,
  "nameFolded" text not null
) strict;
create index "assets_organisationId_status_kind_createdAt" on "assets" ("organisationId", "status", "kind", "createdAt", "id");
create index "assets_organisationId_status_kind_name" on "assets" ("organisationId", "status", "kind", "name", "id");

create table "asset_uses" (
  "id" text primary key not null,
  "organisationId" text not null,
  "assetId" text not null,
  "templateVersionId" text not null
) strict;
create index "asset_uses_assetId" on "asset_uses" ("assetId", "id");

create table "connector_deliveries" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "connectorId" text not null,
  "sequence" integer not null,
  "outcome" text not null,
  "code" text,
  "detail" text,
  "errors" text not null,
  "itemId" text,
  "sizeBytes" integer not null,
  "sha256" text not null,
  "receivedAt" integer not null
) strict;
create index "connector_deliveries_connectorId_sequence" on "connector_deliveries" ("connectorId", "sequence", "id");

create table "connectors" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "name" text not null,
  "postflowId" text not null,
  "mapping" text,
  "presetId" text,
  "idempotencyPath" text,
  "tokenHash" text not null,
  "signature" text,
  "signatureSecret" blob,
  "active" integer not null,
  "receivedCount" integer not null,
  "lastReceivedAt" integer,
  "revision" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null
) strict;
create unique index "connectors_tokenHash_unique" on "connectors" ("tokenHash");
create index "connectors_organisationId_mode_createdAt" on "connectors" ("organisationId", "mode", "createdAt", "id");
create index "connectors_postflowId" on "connectors" ("postflowId", "id");

create table "counters" (
  "id" text primary key not null,
  "organisationId" text,
  "value" integer not null
) strict;

create table "deleted_webhook_endpoints" (
  "id" text primary key not null,
  "organisationId" text not null,
  "url" text not null,
  "description" text,
  "events" text not null,
  "onlyMode" text,
  "onlyPostflowId" text,
  "onlyPostbatchId" text,
  "subscribedAt" integer not null,
  "createdAfter" integer not null,
  "subscribedAfter" integer not null,
  "createdAt" integer not null,
  "deletedAt" integer not null,
  "deletedAfter" integer not null,
  "expiresAt" integer not null
) strict;
create index "deleted_webhook_endpoints_organisationId_deletedAt" on "deleted_webhook_endpoints" ("organisationId", "deletedAt", "id");
create index "deleted_webhook_endpoints_expiresAt" on "deleted_webhook_endpoints" ("expiresAt", "id");

create table "erasables" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "runId" text,
  "endedAt" integer not null,
  "erasureRequestedAt" integer,
  "asked" integer not null
) strict;
create index "erasables_organisationId_mode_endedAt" on "erasables" ("organisationId", "mode", "endedAt", "id");
create index "erasables_runId_erasureRequestedAt" on "erasables" ("runId", "erasureRequestedAt", "id");

create table "events" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "sequence" integer not null,
  "type" text not null,
  "body" text not null,
  "itemId" text,
  "postflowId" text,
  "postbatchId" text,
  "createdAt" integer not null,
  "expiresAt" integer not null
) strict;
create unique index "events_organisationId_mode_sequence_unique" on "events" ("organisationId", "mode", "sequence");
create index "events_organisationId_mode_type_sequence" on "events" ("organisationId", "mode", "type", "sequence", "id");
create index "events_itemId" on "events" ("itemId", "id");
create index "events_expiresAt" on "events" ("expiresAt", "id");

create table "exports" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "kind" text not null,
  "format" text not null,
  "status" text not null,
  "filters" text not null,
  "where" text not null,
  "parts" integer not null,
  "rowCount" integer not null,
  "sizeBytes" integer not null,
  "after" text,
  "error" text,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "completedAt" integer,
  "expiresAt" integer not null
) strict;
create index "exports_organisationId_mode_createdAt" on "exports" ("organisationId", "mode", "createdAt", "id");
create index "exports_organisationId_mode_status" on "exports" ("organisationId", "mode", "status", "id");

create table "facts" (
  "id" text primary key not null,
  "value" text not null
) strict;

create table "idempotency" (
  "id" text primary key not null,
  "status" integer,
  "leaseUntil" integer not null,
  "record" blob not null,
  "expiresAt" integer not null
) strict;
create index "idempotency_expiresAt" on "idempotency" ("expiresAt", "id");

create table "invitations" (
  "id" text primary key not null,
  "organisationId" text not null,
  "email" text not null,
  "emailKey" text not null,
  "roles" text not null,
  "status" text not null,
  "invitedById" text not null,
  "mailed" integer not null,
  "createdAt" integer not null,
  "expiresAt" integer not null,
  "endedAt" integer
) strict;
create index "invitations_organisationId_createdAt" on "invitations" ("organisationId", "createdAt", "id");
create index "invitations_organisationId_emailKey_status" on "invitations" ("organisationId", "emailKey", "status", "id");

create table "invoices" (
  "id" text primary key not null,
  "organisationId" text not null,
  "number" text not null,
  "kind" text not null,
  "source" text not null,
  "status" text not null,
  "issueDate" text not null,
  "dueDate" text not null,
  "periodFrom" text,
  "periodTo" text,
  "currency" text not null,
  "vatTreatment" text not null,
  "vatRate" integer not null,
  "subtotalCents" integer not null,
  "vatCents" integer not null,
  "totalCents" integer not null,
  "paidCents" integer not null,
  "paidAt" integer,
  "sentAt" integer,
  "creditNoteOfInvoiceId" text,
  "reason" text,
  "paymentId" text,
  "hasPdf" integer not null,
  "lines" text not null,
  "seller" text not null,
  "buyer" text not null,
  "reference" text,
  "payments" text not null,
  "creditedNetCents" integer not null,
  "creditedCents" integer not null,
  "createdAt" integer not null
) strict;
create unique index "invoices_number_unique" on "invoices" ("number");
create index "invoices_organisationId_createdAt" on "invoices" ("organisationId", "createdAt", "id");
create index "invoices_creditNoteOfInvoiceId" on "invoices" ("creditNoteOfInvoiceId", "id");

create table "import_errors" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "importId" text not null,
  "row" integer not null,
  "cells" text not null,
  "problems" text not null
) strict;
create index "import_errors_importId_row" on "import_errors" ("importId", "row", "id");

create table "imports" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "postbatchId" text not null,
  "uploadId" text not null,
  "fileName" text not null,
  "sizeBytes" integer not null,
  "status" text not null,
  "dryRun" integer not null,
  "dialect" text not null,
  "hasHeader" integer not null,
  "headRecords" integer not null,
  "heading" text not null,
  "suggestion" text not null,
  "mapping" text,
  "presetId" text,
  "rowCount" integer not null,
  "readBytes" integer not null,
  "createdCount" integer not null,
  "suppressedCount" integer not null,
  "failedCount" integer not null,
  "duplicateCount" integer not null,
  "emptyCount" integer not null,
  "problems" text not null,
  "failureCode" text,
  "failure" text,
  "revision" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "startedAt" integer,
  "completedAt" integer
) strict;
create index "imports_postbatchId_createdAt" on "imports" ("postbatchId", "createdAt", "id");
create index "imports_organisationId_mode_createdAt" on "imports" ("organisationId", "mode", "createdAt", "id");

create table "items" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "postflowId" text,
  "postbatchId" text,
  "templateVersionId" text not null,
  "productId" text not null,
  "specificationId" text not null,
  "advertisingCategory" text,
  "status" text not null,
  "heldReason" text,
  "findings" text not null,
  "recipient" text not null,
  "recipientName" text not null,
  "recipientCountry" text not null,
  "addressKey" text not null,
  "duplicateKey" text,
  "addressOverride" integer not null,
  "data" text not null,
  "reference" text,
  "metadata" text,
  "sendOn" text,
  "approvedAt" integer,
  "runId" text,
  "sequence" integer,
  "cancellableUntil" integer,
  "suppression" text,
  "trackingCode" text not null,
  "scanCount" integer not null,
  "reprintOf" text,
  "reprintedAs" text,
  "priceCents" integer not null,
  "currency" text not null,
  "history" text not null,
  "createdDay" text not null,
  "erasureRequestedAt" integer,
  "erasedAt" integer,
  "revision" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "recipientNameFolded" text not null
) strict;
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
  "id" text primary key not null,
  "kind" text not null,
  "organisationId" text,
  "mode" text,
  "clock" text not null,
  "dueAt" integer not null,
  "wakeAt" integer not null,
  "status" text not null,
  "leaseToken" text,
  "leaseUntil" integer,
  "attempts" integer not null,
  "payload" text not null,
  "lastError" text,
  "dedupeKey" text not null,
  "createdAt" integer not null
) strict;
create unique index "jobs_dedupeKey_unique" on "jobs" ("dedupeKey");
create index "jobs_status_wakeAt" on "jobs" ("status", "wakeAt", "id");
create index "jobs_status_clock_dueAt" on "jobs" ("status", "clock", "dueAt", "id");
create index "jobs_attempts" on "jobs" ("attempts", "id");

create table "ledger_entries" (
  "id" text primary key not null,
  "organisationId" text not null,
  "kind" text not null,
  "debit" text not null,
  "credit" text not null,
  "amountCents" integer not null,
  "currency" text not null,
  "itemId" text,
  "postbatchId" text,
  "invoiceId" text,
  "createdAt" integer not null
) strict;
create index "ledger_entries_organisationId_createdAt" on "ledger_entries" ("organisationId", "createdAt", "id");
create index "ledger_entries_itemId" on "ledger_entries" ("itemId", "id");

create table "links" (
  "id" text primary key not null,
  "purpose" text not null,
  "userId" text,
  "mailed" integer not null,
  "createdAt" integer not null,
  "expiresAt" integer not null
) strict;
create index "links_purpose_userId" on "links" ("purpose", "userId", "id");
create index "links_expiresAt" on "links" ("expiresAt", "id");

create table "members" (
  "id" text primary key not null,
  "organisationId" text not null,
  "userId" text not null,
  "roles" text not null,
  "isOwner" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null
) strict;
create unique index "members_organisationId_userId_unique" on "members" ("organisationId", "userId");
create index "members_userId" on "members" ("userId", "id");
create index "members_organisationId_createdAt" on "members" ("organisationId", "createdAt", "id");
create index "members_organisationId_updatedAt" on "members" ("organisationId", "updatedAt", "id");

create table "mapping_presets" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "name" text not null,
  "mapping" text not null,
  "revision" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "nameFolded" text not null
) strict;
create index "mapping_presets_organisationId_mode_createdAt" on "mapping_presets" ("organisationId", "mode", "createdAt", "id");
create index "mapping_presets_organisationId_mode_name" on "mapping_presets" ("organisationId", "mode", "name", "id");

create table "organisations" (
  "id" text primary key not null,
  "name" text not null,
  "status" text not null,
  "country" text not null,
  "timeZone" text not null,
  "billingMode" text not null,
  "vatTreatment" text not null,
  "testClockOffsetMs" integer not null,
  "rateLimits" text not null,
  "settings" text,
  "addressRetentionDays" integer,
  "pdfRetentionDays" integer,
  "keepScanAddresses" integer not null,
  "revision" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "nameFolded" text not null
) strict;
create index "organisations_createdAt" on "organisations" ("createdAt", "id");
create index "organisations_name" on "organisations" ("name", "id");

create table "postbatches" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "name" text not null,
  "description" text,
  "status" text not null,
  "templateId" text not null,
  "templateVersionId" text not null,
  "productId" text not null,
  "specificationId" text not null,
  "advertisingCategory" text,
  "returnAddressId" text,
  "trackingTargetUrl" text,
  "sendOn" text,
  "allowDuplicates" integer not null,
  "reservedCents" integer not null,
  "revision" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "validatedAt" integer,
  "approvedAt" integer,
  "scheduledAt" integer,
  "inProductionAt" integer,
  "completedAt" integer,
  "cancelledAt" integer,
  "nameFolded" text not null
) strict;
create index "postbatches_organisationId_mode_createdAt" on "postbatches" ("organisationId", "mode", "createdAt", "id");
create index "postbatches_organisationId_mode_updatedAt" on "postbatches" ("organisationId", "mode", "updatedAt", "id");
create index "postbatches_organisationId_mode_name" on "postbatches" ("organisationId", "mode", "name", "id");
create index "postbatches_organisationId_mode_advertisingCategory" on "postbatches" ("organisationId", "mode", "advertisingCategory", "id");

create table "postbatch_totals" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "postbatchId" text not null,
  "status" text not null,
  "country" text not null,
  "priceCents" integer not null,
  "runId" text,
  "itemCount" integer not null
) strict;
create index "postbatch_totals_postbatchId" on "postbatch_totals" ("postbatchId", "id");

create table "postflows" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "name" text not null,
  "description" text,
  "status" text not null,
  "templateId" text not null,
  "templateVersionId" text not null,
  "productId" text not null,
  "specificationId" text not null,
  "advertisingCategory" text,
  "approval" text not null,
  "returnAddressId" text,
  "trackingTargetUrl" text,
  "duplicateWindowDays" integer not null,
  "revision" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "activatedAt" integer,
  "archivedAt" integer,
  "nameFolded" text not null
) strict;
create index "postflows_organisationId_mode_createdAt" on "postflows" ("organisationId", "mode", "createdAt", "id");
create index "postflows_organisationId_mode_updatedAt" on "postflows" ("organisationId", "mode", "updatedAt", "id");
create index "postflows_organisationId_mode_name" on "postflows" ("organisationId", "mode", "name", "id");
create index "postflows_organisationId_mode_advertisingCategory" on "postflows" ("organisationId", "mode", "advertisingCategory", "id");

create table "products" (
  "id" text primary key not null,
  "name" text not null,
  "kind" text not null,
  "description" text not null,
  "active" integer not null,
  "sortOrder" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "nameFolded" text not null
) strict;
create index "products_sortOrder" on "products" ("sortOrder", "id");
create index "products_name" on "products" ("name", "id");

create table "renders" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "status" text not null,
  "format" text not null,
  "page" integer not null,
  "dpi" integer not null,
  "templateVersionId" text not null,
  "itemId" text,
  "recipient" text,
  "addressKey" text,
  "data" text not null,
  "findings" text not null,
  "blobKey" text,
  "sizeBytes" integer,
  "createdAt" integer not null,
  "completedAt" integer,
  "expiresAt" integer not null
) strict;
create index "renders_organisationId_mode_createdAt" on "renders" ("organisationId", "mode", "createdAt", "id");
create index "renders_itemId" on "renders" ("itemId", "id");
create index "renders_organisationId_mode_addressKey" on "renders" ("organisationId", "mode", "addressKey", "id");

create table "request_log" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "sequence" integer not null,
  "callerType" text not null,
  "callerId" text not null,
  "method" text not null,
  "path" text not null,
  "operation" text not null,
  "status" integer not null,
  "durationMs" integer not null,
  "requestId" text not null,
  "createdAt" integer not null,
  "expiresAt" integer not null
) strict;
create index "request_log_organisationId_mode_createdAt" on "request_log" ("organisationId", "mode", "createdAt", "id");
create index "request_log_organisationId_mode_sequence" on "request_log" ("organisationId", "mode", "sequence", "id");
create index "request_log_expiresAt" on "request_log" ("expiresAt", "id");

create table "return_addresses" (
  "id" text primary key not null,
  "organisationId" text not null,
  "name" text not null,
  "address" text not null,
  "isDefault" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null
) strict;
create index "return_addresses_organisationId_createdAt" on "return_addresses" ("organisationId", "createdAt", "id");
create index "return_addresses_organisationId_name" on "return_addresses" ("organisationId", "name", "id");

create table "roles" (
  "id" text primary key not null,
  "organisationId" text not null,
  "name" text not null,
  "permissions" text not null,
  "createdAt" integer not null,
  "updatedAt" integer not null
) strict;
create index "roles_organisationId_createdAt" on "roles" ("organisationId", "createdAt", "id");

create table "runs" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "productId" text not null,
  "specificationId" text not null,
  "status" text not null,
  "cutoffAt" integer not null,
  "itemCount" integer not null,
  "parts" text not null,
  "drawn" text not null,
  "findings" text not null,
  "partner" text,
  "partnerReference" text,
  "uncertain" integer not null,
  "reason" text,
  "cutoffReachedAt" integer,
  "renderedAt" integer,
  "handedToPrinterAt" integer,
  "printedAt" integer,
  "handedToCarrierAt" integer,
  "completedAt" integer,
  "endedAt" integer,
  "pagesDeletedAt" integer,
  "revision" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null
) strict;
create unique index "runs_organisationId_mode_specificationId_cutoffAt_unique" on "runs" ("organisationId", "mode", "specificationId", "cutoffAt");
create index "runs_organisationId_mode_createdAt" on "runs" ("organisationId", "mode", "createdAt", "id");
create index "runs_organisationId_mode_cutoffAt" on "runs" ("organisationId", "mode", "cutoffAt", "id");
create index "runs_status" on "runs" ("status", "id");

create table "sessions" (
  "id" text primary key not null,
  "userId" text not null,
  "tokenHash" text not null,
  "organisationId" text,
  "address" text not null,
  "userAgent" text not null,
  "createdAt" integer not null,
  "lastSeenAt" integer not null,
  "expiresAt" integer not null
) strict;
create unique index "sessions_tokenHash_unique" on "sessions" ("tokenHash");
create index "sessions_userId_createdAt" on "sessions" ("userId", "createdAt", "id");
create index "sessions_expiresAt" on "sessions" ("expiresAt", "id");

create table "scans" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "itemId" text not null,
  "postflowId" text,
  "postbatchId" text,
  "clientAddress" text,
  "createdAt" integer not null
) strict;
create index "scans_itemId_createdAt" on "scans" ("itemId", "createdAt", "id");
create index "scans_organisationId_mode_createdAt" on "scans" ("organisationId", "mode", "createdAt", "id");

create table "second_factors" (
  "id" text primary key not null,
  "userId" text not null,
  "seed" blob not null,
  "lastPeriod" integer not null,
  "recoveryCodes" text not null,
  "confirmedAt" integer,
  "createdAt" integer not null,
  "expiresAt" integer
) strict;
create index "second_factors_userId" on "second_factors" ("userId", "id");
create index "second_factors_expiresAt" on "second_factors" ("expiresAt", "id");

create table "sign_in_attempts" (
  "id" text primary key not null,
  "count" integer not null,
  "expiresAt" integer not null
) strict;
create index "sign_in_attempts_expiresAt" on "sign_in_attempts" ("expiresAt", "id");

create table "specifications" (
  "id" text primary key not null,
  "productId" text not null,
  "name" text not null,
  "format" text not null,
  "sheet" text not null,
  "paper" text not null,
  "fold" text not null,
  "envelope" text,
  "prices" text not null,
  "currency" text not null,
  "cutoff" text not null,
  "productionDays" integer not null,
  "deliveryDays" integer not null,
  "active" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null
) strict;
create index "specifications_productId" on "specifications" ("productId", "id");

create table "suppression_imports" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "uploadId" text not null,
  "fileName" text not null,
  "blobKey" text not null,
  "status" text not null,
  "dialect" text not null,
  "heading" text not null,
  "columns" text not null,
  "defaults" text not null,
  "rowCount" integer not null,
  "addedCount" integer not null,
  "mergedCount" integer not null,
  "failedCount" integer not null,
  "errorChunks" text not null,
  "failure" text,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "completedAt" integer
) strict;
create index "suppression_imports_organisationId_mode_createdAt" on "suppression_imports" ("organisationId", "mode", "createdAt", "id");

create table "suppression_reasons" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "key" text not null,
  "label" text not null,
  "sortOrder" integer not null,
  "archived" integer not null,
  "stops" text,
  "createdAt" integer not null
) strict;
create unique index "suppression_reasons_organisationId_mode_key_unique" on "suppression_reasons" ("organisationId", "mode", "key");

create table "suppressions" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "status" text not null,
  "source" text not null,
  "matchKey" text not null,
  "addressKey" text not null,
  "nameKey" text,
  "advertisingCategory" text,
  "stops" text not null,
  "reason" text not null,
  "recipient" text not null,
  "recipientName" text not null,
  "itemId" text,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "recipientNameFolded" text not null
) strict;
create unique index "suppressions_organisationId_mode_matchKey_unique" on "suppressions" ("organisationId", "mode", "matchKey");
create index "suppressions_organisationId_mode_createdAt" on "suppressions" ("organisationId", "mode", "createdAt", "id");
create index "suppressions_organisationId_mode_updatedAt" on "suppressions" ("organisationId", "mode", "updatedAt", "id");
create index "suppressions_organisationId_mode_recipientName" on "suppressions" ("organisationId", "mode", "recipientName", "id");
create index "suppressions_organisationId_mode_addressKey" on "suppressions" ("organisationId", "mode", "addressKey", "id");
create index "suppressions_organisationId_mode_advertisingCategory" on "suppressions" ("organisationId", "mode", "advertisingCategory", "id");
create index "suppressions_organisationId_mode_reason" on "suppressions" ("organisationId", "mode", "reason", "id");

create table "template_folders" (
  "id" text primary key not null,
  "organisationId" text not null,
  "name" text not null,
  "nameKey" text not null,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "nameFolded" text not null
) strict;
create unique index "template_folders_organisationId_nameKey_unique" on "template_folders" ("organisationId", "nameKey");
create index "template_folders_organisationId_name" on "template_folders" ("organisationId", "name", "id");
create index "template_folders_organisationId_createdAt" on "template_folders" ("organisationId", "createdAt", "id");

create table "templates" (
  "id" text primary key not null,
  "organisationId" text not null,
  "name" text not null,
  "folderId" text,
  "productId" text not null,
  "specificationId" text not null,
  "status" text not null,
  "draft" text not null,
  "draftRevision" integer not null,
  "draftUpdatedAt" integer not null,
  "draftUpdatedById" text not null,
  "latestVersionId" text,
  "latestVersionNumber" integer not null,
  "archivedAt" integer,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "nameFolded" text not null
) strict;
create index "templates_organisationId_createdAt" on "templates" ("organisationId", "createdAt", "id");
create index "templates_organisationId_updatedAt" on "templates" ("organisationId", "updatedAt", "id");
create index "templates_organisationId_name" on "templates" ("organisationId", "name", "id");
create index "templates_organisationId_folderId_updatedAt" on "templates" ("organisationId", "folderId", "updatedAt", "id");

create table "template_versions" (
  "id" text primary key not null,
  "organisationId" text not null,
  "templateId" text not null,
  "number" integer not null,
  "specificationId" text not null,
  "document" text not null,
  "publishedAt" integer not null,
  "publishedByType" text not null,
  "publishedById" text not null,
  "staticLayerStatus" text not null,
  "layerKey" text,
  "engine" text,
  "findings" text not null
) strict;
create unique index "template_versions_templateId_number_unique" on "template_versions" ("templateId", "number");

create table "top_ups" (
  "id" text primary key not null,
  "organisationId" text not null,
  "status" text not null,
  "amountCents" integer not null,
  "currency" text not null,
  "reference" text not null,
  "invoiceId" text,
  "createdAt" integer not null,
  "updatedAt" integer not null
) strict;
create index "top_ups_organisationId_createdAt" on "top_ups" ("organisationId", "createdAt", "id");
create index "top_ups_organisationId_status" on "top_ups" ("organisationId", "status", "id");

create table "uploads" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "kind" text not null,
  "status" text not null,
  "fileName" text not null,
  "contentType" text not null,
  "sizeBytes" integer not null,
  "sha256" text not null,
  "blobKey" text,
  "findings" text not null,
  "assetId" text,
  "createdAt" integer not null
) strict;
create index "uploads_organisationId_mode_createdAt" on "uploads" ("organisationId", "mode", "createdAt", "id");
create index "uploads_blobKey" on "uploads" ("blobKey", "id");

create table "users" (
  "id" text primary key not null,
  "email" text not null,
  "emailKey" text not null,
  "name" text not null,
  "passwordHash" text,
  "passwordSetAt" integer,
  "secondFactorAt" integer,
  "verifiedAt" integer,
  "operatorScopes" text not null,
  "status" text not null,
  "lastSignInAt" integer,
  "createdAt" integer not null,
  "updatedAt" integer not null
) strict;
create unique index "users_emailKey_unique" on "users" ("emailKey");
create index "users_createdAt" on "users" ("createdAt", "id");

create table "ticket_messages" (
  "id" text primary key not null,
  "organisationId" text not null,
  "ticketId" text not null,
  "sequence" integer not null,
  "author" text not null,
  "authorId" text not null,
  "authorName" text not null,
  "text" text not null,
  "createdAt" integer not null
) strict;
create unique index "ticket_messages_ticketId_sequence_unique" on "ticket_messages" ("ticketId", "sequence");

create table "tickets" (
  "id" text primary key not null,
  "organisationId" text not null,
  "subject" text not null,
  "status" text not null,
  "createdById" text not null,
  "messageCount" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "closedAt" integer
) strict;
create index "tickets_organisationId_createdAt" on "tickets" ("organisationId", "createdAt", "id");
create index "tickets_organisationId_updatedAt" on "tickets" ("organisationId", "updatedAt", "id");
create index "tickets_organisationId_status" on "tickets" ("organisationId", "status", "id");
create index "tickets_updatedAt" on "tickets" ("updatedAt", "id");

create table "webhook_deliveries" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "endpointId" text not null,
  "eventId" text not null,
  "eventType" text not null,
  "kind" text not null,
  "status" text not null,
  "attempts" text not null,
  "attemptCount" integer not null,
  "firstAttemptAt" integer,
  "nextAttemptAt" integer,
  "leaseToken" text,
  "leaseUntil" integer,
  "undelivered" text,
  "replayedAt" integer,
  "createdAt" integer not null,
  "finishedAt" integer,
  "expiresAt" integer not null
) strict;
create index "webhook_deliveries_endpointId_createdAt" on "webhook_deliveries" ("endpointId", "createdAt", "id");
create index "webhook_deliveries_endpointId_status_createdAt" on "webhook_deliveries" ("endpointId", "status", "createdAt", "id");
create index "webhook_deliveries_eventId" on "webhook_deliveries" ("eventId", "id");
create index "webhook_deliveries_expiresAt" on "webhook_deliveries" ("expiresAt", "id");
create index "webhook_deliveries_status_nextAttemptAt" on "webhook_deliveries" ("status", "nextAttemptAt", "id") where "nextAttemptAt" is not null;
create index "webhook_deliveries_status_endpointId_nextAttemptAt" on "webhook_deliveries" ("status", "endpointId", "nextAttemptAt", "id") where "nextAttemptAt" is not null;
create index "webhook_deliveries_organisationId_mode_createdAt_undelivered" on "webhook_deliveries" ("organisationId", "mode", "createdAt", "undelivered", "id") where "undelivered" is not null;

create table "webhook_endpoints" (
  "id" text primary key not null,
  "organisationId" text not null,
  "url" text not null,
  "description" text,
  "events" text not null,
  "onlyMode" text,
  "onlyPostflowId" text,
  "onlyPostbatchId" text,
  "secret" blob not null,
  "secretSince" integer not null,
  "previousSecrets" text not null,
  "active" integer not null,
  "disabledAt" integer,
  "disabledReason" text,
  "epoch" integer not null,
  "consecutiveExhausted" integer not null,
  "subscribedAt" integer not null,
  "createdAfter" integer not null,
  "subscribedAfter" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null
) strict;
create index "webhook_endpoints_organisationId_createdAt" on "webhook_endpoints" ("organisationId", "createdAt", "id");
`,
  },
  {
    name: '0002_low_balance_notified',
    checksum: 'd34ecf5cc7e9cfa87d10f461a3659acb621c0698ac111c3585bc7bd1bed85757',
    sql: `-- One program at a time opens the file, so no earlier version reads the old name.
alter table "accounts" rename column "lowTold" to "lowBalanceNotified";
`,
  },
  {
    name: '0003_find_items',
    checksum: '653f434a4cdc2be4d41faff95a5b01f21028fbfdeae3586caf6ac519245ff940',
    sql: `alter table "items" add column "recipientPostalCode" text;
update "items" set "recipientPostalCode" =
  nullif(upper(replace(replace(json_extract("recipient", '$.postalCode'), ' ', ''), '-', '')), '');
create index "items_organisationId_mode_recipientPostalCode_createdAt" on "items" ("organisationId", "mode", "recipientPostalCode", "createdAt", "id") where "recipientPostalCode" is not null;

create table "items_metadata" (
  "rowId" text not null,
  "organisationId" text not null,
  "mode" text not null,
  "name" text not null,
  "text" text not null,
  primary key ("rowId", "name")
) strict, without rowid;
insert into "items_metadata"
  select "items"."id", "organisationId", "mode", "key", "value" from "items", json_each("items"."metadata")
  where "metadata" is not null;
create index "items_metadata_entry" on "items_metadata" ("organisationId", "mode", "name", "text", "rowId");
create trigger "items_metadata_insert" after insert on "items" when new."metadata" is not null begin
  insert into "items_metadata" select new."id", new."organisationId", new."mode", "key", "value" from json_each(new."metadata");
end;
create trigger "items_metadata_update" after update of "metadata" on "items" when new."metadata" is not old."metadata" begin
  delete from "items_metadata" where "rowId" = old."id";
  insert into "items_metadata" select new."id", new."organisationId", new."mode", "key", "value" from json_each(new."metadata");
end;
create trigger "items_metadata_delete" after delete on "items" when old."metadata" is not null begin
  delete from "items_metadata" where "rowId" = old."id";
end;
`,
  },
  {
    name: '0004_what_happened',
    checksum: '5e751d4fee3ee396750e030f5fa05df2e020bdc44a4f18a5e2bb7213dccaacb8',
    sql: `alter table "events" add column "runId" text;
create index "events_organisationId_mode_itemId_sequence" on "events" ("organisationId", "mode", "itemId", "sequence", "id") where "itemId" is not null;
create index "events_organisationId_mode_postbatchId_sequence" on "events" ("organisationId", "mode", "postbatchId", "sequence", "id") where "postbatchId" is not null;
create index "events_organisationId_mode_runId_sequence" on "events" ("organisationId", "mode", "runId", "sequence", "id") where "runId" is not null;
drop index "events_itemId";
alter table "runs" add column "history" text;
`,
  },
  {
    name: '0005_sheets_of_workbooks',
    checksum: '046c650be9adca2e72c9a724b731e21f370326be0c80e269b14ac51981482e72',
    sql: `alter table "uploads" add column "sheets" text;
alter table "imports" add column "sheet" text;
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
    checksum: '52345f78b96a18e42078ee0752c03ce0d8775ed6cfc1a332553e66a312d1837e',
    sql: `create table "item_action_chunks" (
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
`,
  },
  {
    name: '0008_operators',
    checksum: '04340eb5793250235d70452e3e7ea364c90bffc12fa470b98fae70bf6b0ff8be',
    sql: `alter table "organisations" add column "suspensionReason" text;
create index "runs_cutoffAt" on "runs" ("cutoffAt", "id");

-- lower() knows no capital letter beyond ASCII; these are the ones that names begin with in Europe.
alter table "users" add column "search" text;
alter table "users" add column "searchFolded" text;
update "users" set "search" = "name" || ' ' || "email", "searchFolded" = lower("name") || ' ' || "emailKey";
update "users" set "searchFolded" = replace(replace(replace(replace(replace("searchFolded", 'À', 'à'), 'Á', 'á'), 'Â', 'â'), 'Ã', 'ã'), 'Ä', 'ä');
update "users" set "searchFolded" = replace(replace(replace(replace(replace("searchFolded", 'Å', 'å'), 'Æ', 'æ'), 'Ç', 'ç'), 'È', 'è'), 'É', 'é');
update "users" set "searchFolded" = replace(replace(replace(replace(replace("searchFolded", 'Ê', 'ê'), 'Ë', 'ë'), 'Ì', 'ì'), 'Í', 'í'), 'Î', 'î');
update "users" set "searchFolded" = replace(replace(replace(replace(replace("searchFolded", 'Ï', 'ï'), 'Ð', 'ð'), 'Ñ', 'ñ'), 'Ò', 'ò'), 'Ó', 'ó');
update "users" set "searchFolded" = replace(replace(replace(replace(replace("searchFolded", 'Ô', 'ô'), 'Õ', 'õ'), 'Ö', 'ö'), 'Ø', 'ø'), 'Ù', 'ù');
update "users" set "searchFolded" = replace(replace(replace(replace(replace("searchFolded", 'Ú', 'ú'), 'Û', 'û'), 'Ü', 'ü'), 'Ý', 'ý'), 'Þ', 'þ');
update "users" set "searchFolded" = replace(replace(replace(replace(replace("searchFolded", 'Ć', 'ć'), 'Č', 'č'), 'Đ', 'đ'), 'Ğ', 'ğ'), 'Ł', 'ł');
update "users" set "searchFolded" = replace(replace(replace(replace(replace("searchFolded", 'Ń', 'ń'), 'Ő', 'ő'), 'Œ', 'œ'), 'Ř', 'ř'), 'Ś', 'ś');
update "users" set "searchFolded" = replace(replace(replace(replace(replace("searchFolded", 'Ş', 'ş'), 'Š', 'š'), 'Ű', 'ű'), 'Ÿ', 'ÿ'), 'Ź', 'ź');
update "users" set "searchFolded" = replace(replace("searchFolded", 'Ż', 'ż'), 'Ž', 'ž');
`,
  },
  {
    name: '0009_notices',
    checksum: '0660918d0d031f6bf7c65d2333cc7fe5e5285ce1c8dc93c444fc92c2359a71b1',
    sql: `alter table "members" add column "notices" text;
`,
  },
  {
    name: '0010_item_action_gathering',
    checksum: '5459deb28a0860977a3b5c00ca0239560e5211923f076c9452971244139d4680',
    sql: `alter table "item_actions" add column "conditions" text;
`,
  },
  {
    name: '0011_pages_of_pdfs',
    checksum: '91ecf3d0ba54e4d4bdf4fc329809dbb1fee74abe087475cb1c27a0d054b74daa',
    sql: `alter table "uploads" add column "pages" text;
alter table "assets" add column "pages" text;
`,
  },
  {
    name: '0012_invoices',
    checksum: '983e0ab6435106fc9a86d785ca2a027344161eb737b81882c2a615a5f0bedb2c',
    sql: `alter table "billing_profiles" add column "orderReference" text;
alter table "billing_profiles" add column "electronicAddress" text;
alter table "billing_profiles" add column "language" text;
alter table "invoices" add column "orderReference" text;
alter table "invoices" add column "language" text;
alter table "top_ups" add column "paymentId" text;
`,
  },
  {
    name: '0013_catalogue',
    checksum: '88ad153073e11046b190682bcd060dd43a01e925d6aa20109a49185671acbff8',
    sql: `-- The catalogue as data. Items, runs and designs that are older than its versions belong to version 1.
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
`,
  },
  {
    name: '0014_copied_postbatches',
    checksum: 'eb614864745904b758d676c4fe0297af94469eaae794b3e0903c98511a667779',
    sql: `alter table "postbatches" add column "copyOf" text;
alter table "postbatches" add column "copiedUntil" text;
alter table "postbatches" add column "copyLeftOut" integer;
`,
  },
  {
    name: '0015_printers',
    checksum: 'af0537ac7d2be8f18cdf2f0a501c4827a37862321f419a2b9a7b274d668f4a5c',
    sql: `create table "hand_overs" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "runId" text not null,
  "printerId" text,
  "state" text not null,
  "note" text,
  "at" integer not null,
  "deliveredAt" integer
) strict;
create index "hand_overs_runId" on "hand_overs" ("runId", "id");

create table "printer_rules" (
  "id" text primary key not null,
  "position" integer not null,
  "match" text not null,
  "printers" text not null,
  "fallBackMinutes" integer not null,
  "createdAt" integer not null
) strict;
create index "printer_rules_position" on "printer_rules" ("position", "id");

create table "printers" (
  "id" text primary key not null,
  "key" text not null,
  "name" text not null,
  "kind" text not null,
  "settings" text not null,
  "secret" blob,
  "capabilities" text not null,
  "status" text not null,
  "health" text,
  "revision" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null
) strict;
create unique index "printers_key_unique" on "printers" ("key");
create index "printers_createdAt" on "printers" ("createdAt", "id");

alter table "runs" add column "printerChosenAt" integer;
alter table "runs" add column "givenPrinterId" text;

-- Who runs the instance sets up its printers and its catalogue too, without being given that again.
update "users" set "operatorScopes" = replace("operatorScopes", '"platform.admin"', '"printers.manage","catalogue.manage","platform.admin"')
where "operatorScopes" like '%"platform.admin"%' and "operatorScopes" not like '%"printers.manage"%';
`,
  },
  {
    name: '0016_instance_assets',
    checksum: 'dd5e33239c41a5c446ba6b1620eebf8e767f369b850afec9b087f09c732ba609',
    sql: `create table "instance_assets" (
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
`,
  },
  {
    name: '0017_item_action_asker',
    checksum: '1e675c77850b60ca8c2200c5090a9b17fb7a09bde6f93afc12e94286c55d5ccc',
    sql: `alter table "item_actions" add column "askedBy" text;
`,
  },
  {
    name: '0018_costs',
    checksum: '567917e177b5767ed2346cdae8543b543338bbb8ade76042f6204ed37f0611ee',
    sql: `alter table "items" add column "billingGroup" text;
create index "items_organisationId_mode_billingGroup_createdAt" on "items" ("organisationId", "mode", "billingGroup", "createdAt", "id") where "billingGroup" is not null;
alter table "postflows" add column "billingGroup" text;
alter table "postbatches" add column "billingGroup" text;
alter table "ledger_entries" add column "billingGroup" text;
alter table "billing_usage" add column "billingGroup" text;
create table "billing_groups" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "name" text not null,
  "createdAt" integer not null
) strict;
create index "billing_groups_organisationId_mode_name" on "billing_groups" ("organisationId", "mode", "name", "id");
create index "billing_groups_organisationId_mode_createdAt" on "billing_groups" ("organisationId", "mode", "createdAt", "id");
create table "spending" (
  "id" text primary key not null,
  "organisationId" text not null,
  "apiKeyId" text,
  "month" text not null,
  "spentCents" integer not null,
  "recounts" integer not null,
  "reachedNotified" integer not null
) strict;
create index "spending_organisationId_month" on "spending" ("organisationId", "month", "id");
alter table "organisations" add column "spendingCapCents" integer;
alter table "organisations" add column "cappedKeys" integer;
alter table "api_keys" add column "spendingCapCents" integer;
alter table "items" add column "apiKeyId" text;
alter table "items" add column "spentMonth" text;
alter table "items" add column "spentKeyId" text;
alter table "postbatches" add column "takenCents" integer;
alter table "postbatches" add column "spentMonth" text;
alter table "postbatches" add column "spentKeyId" text;
alter table "item_actions" add column "apiKeyId" text;
`,
  },
  {
    name: '0019_run_remakes',
    checksum: 'efa35a20da79f358d7629e168fc6c25add7c9a00aa77b1d5d30d8944f4e090d5',
    sql: `create table "run_remakes" (
  "id" text primary key not null,
  "organisationId" text not null,
  "mode" text not null,
  "runId" text not null,
  "number" integer not null,
  "status" text not null,
  "sequences" text not null,
  "itemIds" text not null,
  "reason" text,
  "waitReason" text,
  "uncertain" integer not null,
  "partner" text,
  "partnerReference" text,
  "handedToPrinterAt" integer,
  "revision" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null
) strict;
create unique index "run_remakes_runId_number_unique" on "run_remakes" ("runId", "number");
create index "run_remakes_status" on "run_remakes" ("status", "id");
`,
  },
  {
    name: '0020_printer_secret_reference',
    checksum: '3615cce16e2d1e0e9ca04f6b8966ad5da0da9040b3465388dccdb8ef4de1ef13',
    sql: `alter table "printers" add column "secretReference" text;
`,
  },
  {
    name: '0021_costs_of_runs',
    checksum: 'f9cf4e9875d9e2298da7b5e6decdd564daa72c35da7693461fe7667ecb4f386c',
    sql: `create table "costs" (
  "id" text primary key not null,
  "key" text not null,
  "name" text not null,
  "sources" text,
  "archivedAt" integer,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "kind" text not null,
  "specification" text,
  "stock" text,
  "printer" text,
  "insert" text,
  "finishing" text,
  "centsPerThousand" integer not null
) strict;
create unique index "costs_key_unique" on "costs" ("key");
alter table "runs" add column "costRates" text;
alter table "runs" add column "spoiled" text;
alter table "run_remakes" add column "sides" integer;
`,
  },
  {
    name: '0022_postbatch_rejections',
    checksum: '18562afa71a94ea56154a107aa8aaa749f7d217967b152b847ecb9a90c708ab6',
    sql: `alter table "postbatches" add column "rejectedAt" integer;
alter table "postbatches" add column "rejectedBy" text;
alter table "postbatches" add column "rejectionReason" text;
`,
  },
  {
    name: '0023_scripts_of_fonts',
    checksum: '9f224dc01598ce62703b2b9c8acc6a83e84a106b3a9c77d1ed1fa6b1d642be2c',
    sql: `alter table "instance_assets" add column "scripts" text;
`,
  },
  {
    name: '0024_former_billing_groups',
    checksum: '7a635eddea430566838ae6035b4afeeee3bdac7e67ce777968f639184de1173c',
    sql: `alter table "postbatches" add column "formerBillingGroups" text;
`,
  },
  {
    name: '0025_mailings_of_runs',
    checksum: '54020eb9c5b188ae44a46e4e403620b2354c07d5f07782f55fe78c277b6e43cd',
    sql: `alter table "runs" add column "mailings" text;
`,
  },
  {
    name: '0026_rejected_items',
    checksum: 'dc58a2b8dcbac00f55cb6ecb28daeb1dd6cab3ae3f097e8ad0a14d52182f4ea7',
    sql: `alter table "items" add column "rejectedAt" integer;
create index "items_organisationId_mode_rejectedAt" on "items" ("organisationId", "mode", "rejectedAt", "id") where "rejectedAt" is not null;
`,
  },
  {
    name: '0027_printers_away',
    checksum: '4c68eee6a8516188d1367413f17b5d988c5d25f0afd467cbdbfc0365941896a7',
    sql: `alter table "runs" add column "awayPrinterId" text;
alter table "runs" add column "awaySince" integer;
`,
  },
  {
    name: '0028_corrected_copies',
    checksum: '34c872bd5cf8a26f6b4ef48e570f5f365666e6cf6eef479092f2704ff8a129a4',
    sql: `alter table "items" add column "correctionOf" text;
alter table "items" add column "correctedAs" text;
`,
  },
  {
    name: '0029_rows_left_out',
    checksum: 'e1d8aa7670fb6a75edd942ad54209348ddf708c8d1b459c2e44657ac168adc5f',
    sql: `alter table "imports" add column "leftOutCount" integer;
alter table "import_errors" add column "leftOutAt" integer;
`,
  },
  {
    name: '0030_sent_before',
    checksum: '07202efb63b743ae9aeb9bdfeedab880086c1e3ae189f52b2e9e087e7c7fb2cd',
    sql: `alter table "postbatches" add column "sentBefore" text;
`,
  },
  {
    name: '0031_export_makers',
    checksum: 'f8e616a0e6442195cb6522f7ce5e131e4c424c0d9ffb5814c96ed7595dad484e',
    sql: `alter table "exports" add column "createdById" text;
`,
  },
  {
    name: '0032_item_approval_required',
    checksum: '509df5e9f3d501a7adf97e210df90137ea026c2d2ede9f61518350b124205106',
    sql: `alter table "items" add column "approvalRequired" integer;

-- What waits already keeps the approval that its Postflow asks for.
update "items" set "approvalRequired" = 1
where "postflowId" in (select "id" from "postflows") and "status" = 'PENDING_APPROVAL';

update "items" set "approvalRequired" = 1
where "postflowId" in (select "id" from "postflows" where "approval" = 'PER_ITEM')
  and "status" in ('CREATED', 'NEEDS_ATTENTION', 'HELD');
`,
  },
  {
    name: '0033_list_questions',
    checksum: '7f35f6cfc3a32a3184468af4cea97707b755ef1f4e7bec0489ece38fa01e912b',
    sql: `alter table "imports" add column "questions" text;
alter table "imports" add column "answers" text;
alter table "mapping_presets" add column "answers" text;
`,
  },
  {
    name: '0034_item_action_revisions',
    checksum: '6be85c5b3cca024ee61526114733a1a805ae5ca5f7c751dd2923023ff6959523',
    sql: `alter table "item_action_chunks" add column "revisions" text;
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
    checksum: '34da161013392edb05a3964c46e15dd3cf22a086edd3e1b9e022d71f2bb61625',
    sql: `alter table "items" add column "addressKeyV2" text;
alter table "items" add column "duplicateKeyV2" text;
alter table "items" add column "keyedAt" integer;
create index "items_organisationId_mode_addressKeyV2" on "items" ("organisationId", "mode", "addressKeyV2", "id");
create index "items_organisationId_mode_duplicateKeyV2_createdAt" on "items" ("organisationId", "mode", "duplicateKeyV2", "createdAt", "id") where "duplicateKeyV2" is not null;

alter table "renders" add column "addressKeyV2" text;
create index "renders_organisationId_mode_addressKeyV2" on "renders" ("organisationId", "mode", "addressKeyV2", "id");

alter table "suppressions" add column "matchKeyV2" text;
alter table "suppressions" add column "addressKeyV2" text;
alter table "suppressions" add column "keyedAt" integer;
-- Entries that are different by version 2 of the keys may be equal by version 1.
drop index "suppressions_organisationId_mode_matchKey_unique";
create index "suppressions_organisationId_mode_matchKey" on "suppressions" ("organisationId", "mode", "matchKey", "id");
create index "suppressions_organisationId_mode_matchKeyV2" on "suppressions" ("organisationId", "mode", "matchKeyV2", "id");
create index "suppressions_organisationId_mode_addressKeyV2" on "suppressions" ("organisationId", "mode", "addressKeyV2", "id");
`,
  },
  {
    name: '0037_failure_codes',
    checksum: 'a97762a09aa884ed55ecc590a433a7f9a0a3da97e15d4f749669e7d9ed21283f',
    sql: `alter table "item_actions" add column "failureCode" text;
alter table "exports" add column "failureCode" text;
alter table "run_remakes" add column "failureCode" text;
`,
  },
  {
    name: '0038_printer_secret_destinations',
    checksum: '0d1fc3d883cc56131eabbd50fff4a6f8bc39873f0bad76da024d9cf0101e3c2d',
    sql: `alter table "printers" add column "secretFor" text;
`,
  },
  {
    name: '0039_connector_makers',
    checksum: '1cc0fc9e94ef57cf0cb66598c9a5e976636f5c3cb6bc18bf05f4daa6221bc1b9',
    sql: `alter table "connectors" add column "makerKind" text;
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
`,
  },
  {
    name: '0040_suppression_fields',
    checksum: '7f0f04e02fc0fcd0a23d09ff48a6156c18d110673f8efd3b92501887b9eedc6a',
    sql: `alter table "suppression_imports" add column "fields" text;
`,
  },
  {
    name: '0041_undecided_suppressions',
    checksum: '96c8ff3489d78a74fd14f30be6a18f11867c172a2b0746b34162a4d589159918',
    sql: `alter table "suppressions" add column "isUndecided" integer;
create index "suppressions_organisationId_isUndecided_createdAt" on "suppressions" ("organisationId", "isUndecided", "createdAt", "id") where "isUndecided" is not null;
`,
  },
  {
    name: '0042_upload_makers',
    checksum: '1cf6d682bea8eed66158934513e25ebf5e36c03fa765fa9cbd641e1fa294a73a',
    sql: `alter table "uploads" add column "createdById" text;
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
    checksum: '6d5fd8b58513271e52830dc26890c681d6215d2c72989123ef7a1c098ede014f',
    sql: `alter table "postbatches" add column "salutationCorrections" text;
`,
  },
  {
    name: '0045_expected_fingerprints',
    checksum: '2dbae641c51d4d4340364eaecf160b07922217f926fc0ea005a3f3d3ebd2c218',
    sql: `alter table "item_actions" add column "expectedFingerprint" text;
`,
  },
  {
    name: '0046_erased_persons',
    checksum: '374306662dd3d61e550169c9416f02d75c0d8463bd7d5c0c5e905a1e1ff0979b',
    sql: `alter table "erasables" add column "person" text;
`,
  },
  {
    name: '0047_formatted_bad_rows',
    checksum: 'd5319f55cd7586257cb276bd805c28e30c5b5e9768d24054af447381ed97225e',
    sql: `-- What a workbook shows of the numbers of a row that is to be corrected.
alter table "import_errors" add column "formatted" text;
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
    checksum: 'dea276a75527e3be28bc278aed77d5b994edb82a2a1cfe45999ff1c49d6f2db5',
    sql: `alter table "suppression_imports" add column "doubtfulCount" integer;
`,
  },
  {
    name: '0050_item_warnings',
    checksum: '13b5fe70302db43a6d7d8d0015d9788496bef0130145ba0645951f08472160be',
    sql: `alter table "postbatches" add column "warnings" text;

alter table "items" add column "warnings" text;
create table "items_warnings" (
  "rowId" text not null,
  "organisationId" text not null,
  "mode" text not null,
  "name" text not null,
  "text" text not null,
  primary key ("rowId", "name")
) strict, without rowid;
create index "items_warnings_entry" on "items_warnings" ("organisationId", "mode", "name", "text", "rowId");
create trigger "items_warnings_insert" after insert on "items" when new."warnings" is not null begin
  insert into "items_warnings" select new."id", new."organisationId", new."mode", "key", "value" from json_each(new."warnings");
end;
create trigger "items_warnings_update" after update of "warnings" on "items" when new."warnings" is not old."warnings" begin
  delete from "items_warnings" where "rowId" = old."id";
  insert into "items_warnings" select new."id", new."organisationId", new."mode", "key", "value" from json_each(new."warnings");
end;
create trigger "items_warnings_delete" after delete on "items" when old."warnings" is not null begin
  delete from "items_warnings" where "rowId" = old."id";
end;

update "items" set "warnings" = (
  select json_group_object("code", '') from (
    select 'any' as "code"
    union
    select json_extract("value", '$.code') from json_each("items"."findings")
      where json_extract("value", '$.severity') = 'warning'
  )
) where "findings" like '%"severity":"warning"%';
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
    checksum: '775aa3ff86789527d2f5ceca91e55138a034ca220f50be16dd43fb78f8799d1a',
    sql: `-- Only PostgreSQL has servers of the version before beside this one, and what this changes for them.
select 1;
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
    checksum: '775aa3ff86789527d2f5ceca91e55138a034ca220f50be16dd43fb78f8799d1a',
    sql: `-- Only PostgreSQL has servers of the version before beside this one, and what this changes for them.
select 1;
`,
  },
  {
    name: '0055_suppression_import_questions',
    checksum: 'eaf8ae4f6835e7e00ac46b1c0ded555f1191487cced94d72a0959ccd71c62bd0',
    sql: `alter table "suppression_imports" add column "questions" text;
alter table "suppression_imports" add column "failureCode" text;
`,
  },
  {
    name: '0056_stopped_copies',
    checksum: 'c39a1925f387678215abe3cc0f400441eb9a8c8819de473df20880ddefda4d6c',
    sql: `alter table "postbatches" add column "copyFailureCode" text;
`,
  },
]
