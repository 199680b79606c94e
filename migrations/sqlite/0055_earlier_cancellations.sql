-- Only PostgreSQL has servers of the version before beside this one, and what this changes for them.
select 1;
