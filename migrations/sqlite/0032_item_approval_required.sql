alter table "items" add column "approvalRequired" integer;

-- What waits already keeps the approval that its Postflow asks for.
update "items" set "approvalRequired" = 1
where "postflowId" in (select "id" from "postflows") and "status" = 'PENDING_APPROVAL';

update "items" set "approvalRequired" = 1
where "postflowId" in (select "id" from "postflows" where "approval" = 'PER_ITEM')
  and "status" in ('CREATED', 'NEEDS_ATTENTION', 'HELD');
