/** Embeds the migrations, because the executable has no folder of them; `scripts/build-executable.ts` writes the JSON. */
import files from '../../dist/migrations.json' with { type: 'json' }
import { embedMigrations } from '../../src/adapters/sql/migrations.ts'

embedMigrations(files)
