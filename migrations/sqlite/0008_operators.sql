alter table "organisations" add column "suspensionReason" text;
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
