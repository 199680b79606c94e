alter table "billing_profiles" add column "orderReference" text collate "C";
alter table "billing_profiles" add column "electronicAddress" text collate "C";
alter table "billing_profiles" add column "language" text collate "C";
alter table "invoices" add column "orderReference" text collate "C";
alter table "invoices" add column "language" text collate "C";
alter table "top_ups" add column "paymentId" text collate "C";
