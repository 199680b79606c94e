alter table "items" add column "approvalRequired" boolean;

-- What waits already keeps the approval that its Postflow asks for.
update "items" set "approvalRequired" = true
where "postflowId" in (select "id" from "postflows") and "status" = 'PENDING_APPROVAL';

update "items" set "approvalRequired" = true
where "postflowId" in (select "id" from "postflows" where "approval" = 'PER_ITEM')
  and "status" in ('CREATED', 'NEEDS_ATTENTION', 'HELD');
