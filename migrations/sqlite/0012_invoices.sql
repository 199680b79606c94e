alter table "billing_profiles" add column "orderReference" text;
alter table "billing_profiles" add column "electronicAddress" text;
alter table "billing_profiles" add column "language" text;
alter table "invoices" add column "orderReference" text;
alter table "invoices" add column "language" text;
alter table "top_ups" add column "paymentId" text;
