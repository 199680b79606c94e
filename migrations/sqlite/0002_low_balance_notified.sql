-- One program at a time opens the file, so no earlier version reads the old name.
alter table "accounts" rename column "lowTold" to "lowBalanceNotified";
