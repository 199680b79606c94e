/** Embeds the migrations in the executable; `scripts/build-executable.ts` writes the JSON. */
import files from '../../dist/migrations.json' with { type: 'json' }
import { embedMigrations } from '../../src/adapters/sql/migrations.ts'

embedMigrations(files)
