alter table "accounts" rename column "lowTold" to "lowBalanceNotified";

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
