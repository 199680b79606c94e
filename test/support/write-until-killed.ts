/**
 * Writes to the SQLite file named on the command line and prints the id of each committed write, until it is
 * killed.
 */
import { writeSync } from 'node:fs'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'

const store = await createSqliteStore({ file: process.argv[2]! })
const session = process.argv[3]!

async function caller(name: string): Promise<never> {
  for (let count = 0; ; count++) {
    const id = `${session}.${name}.${count}`
    await store
      .write(async (rows) => {
        await rows.facts.insert({ id, value: 'x'.repeat(500) })
        await rows.counters.add({ id: 'facts', organisationId: null, value: 0 }, { value: 1 })
        // Some callbacks fail, so that groups are often rolled back and replayed.
        if (count % 10 === 9) await rows.facts.insert({ id, value: 'again' })
      })
      .then(
        () => writeSync(1, `${id}\n`),
        () => {},
      )
  }
}

await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(caller))
