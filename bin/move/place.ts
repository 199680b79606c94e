import { SchemaChanged, SchemaTooNew } from '../../src/adapters/sql/migrations.ts'
import { type Store, StoreUnavailable } from '../../src/core/ports/store.ts'
import { CommandFailure, failure } from '../cli/failure.ts'
import { nameOf } from '../instance/database.ts'
import { databaseFile } from '../instance/existing-instance.ts'
import { reasonOf } from '../instance/folder.ts'
import { capital } from '../instance/move-mark.ts'

/** A database from which or to which rows move. */
export type Place = {
  /** In the middle of a sentence, without a password. */
  name: string
  /** Throws that it cannot be used, in a sentence that says how the move goes on. */
  away(error: unknown): never
} & ({ kind: 'file'; dataDir: string } | { kind: 'server'; url: string })

/** The database at the address, or without one the file in the data folder. */
export const placeOf = (dataDir: string, url: string | undefined): Place => {
  const name = url === undefined ? databaseFile(dataDir) : nameOf(url).replace(/^The/, 'the')
  const away = (error: unknown): never => {
    if (error instanceof CommandFailure) throw error
    if (error instanceof SchemaTooNew || error instanceof SchemaChanged) {
      throw failure('schemaTooNew', error.message, error)
    }
    const cause = error instanceof StoreUnavailable && error.cause !== undefined ? error.cause : error
    throw failure(
      url === undefined ? 'folderUnusable' : 'databaseUnusable',
      `${capital(name)} cannot be used: ${reasonOf(cause).replace(/\.$/, '')}. Nothing is lost: run the same command again once it can be used.`,
      error,
    )
  }
  return url === undefined ? { kind: 'file', dataDir, name, away } : { kind: 'server', url, name, away }
}

/** A store that names its place where it cannot be used. */
export const patiently = (place: Place, store: Store): Store => {
  const told = (error: unknown): never => {
    if (error instanceof StoreUnavailable) return place.away(error)
    throw error
  }
  return {
    read: (body) => store.read(body).catch(told),
    write: (body, options) => store.write(body, options).catch(told),
    close: () => store.close(),
  }
}
