-- Operators could read every organisation; now that takes a scope of its own, which those that exist keep.
update "users" set "operatorScopes" = replace("operatorScopes", ']', ',"tenants.read"]')
where "operatorScopes" <> '[]' and "operatorScopes" not like '%"tenants.read"%';
