import { erasureContract } from '../contract/erasure.ts'
import { addressOf, openTestDatabase, query } from '../support/postgres/database.ts'

/** Each table with a row that holds one of these texts in any column. */
const tablesWith = async (url: string, texts: readonly string[]): Promise<string[]> => {
  const tables = await query(url, `select tablename as name from pg_tables where schemaname = 'public'`)
  const found: string[] = []
  for (const { name } of tables) {
    const conditions = texts.map((text) => `row::text ilike '%${text}%'`).join(' or ')
    const rows = await query(url, `select 1 from "${name}" as row where ${conditions} limit 1`)
    if (rows.length > 0) found.push(`rows/${name}`)
  }
  return found
}

erasureContract(async () => {
  const store = await openTestDatabase()
  const url = addressOf(store)
  return { store, database: 'rows/', placesWith: (texts) => tablesWith(url, texts) }
})
