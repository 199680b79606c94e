alter table "organisations" add column "suspensionReason" text collate "C";
create index "runs_cutoffAt" on "runs" ("cutoffAt", "id");

-- lower() of the collation C knows no capital letter beyond ASCII; these are the ones that names begin with in Europe.
alter table "users" add column "search" text collate "C";
alter table "users" add column "searchFolded" text collate "C";
update "users" set
  "search" = "name" || ' ' || "email",
  "searchFolded" = translate(lower("name"), 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĆČĐĞŁŃŐŒŘŚŞŠŰŸŹŻŽ', 'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþćčđğłńőœřśşšűÿźżž') || ' ' || "emailKey";
