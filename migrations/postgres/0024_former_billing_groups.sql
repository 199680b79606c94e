alter table "postbatches" add column "formerBillingGroups" text collate "C";
