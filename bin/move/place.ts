import { SchemaChanged, SchemaTooNew } from '../../src/adapters/sql/migrations.ts'
import { type Store, StoreUnavailable } from '../../src/core/ports/store.ts'
import { CommandFailure, failure } from '../cli/failure.ts'
import { nameOf } from '../instance/database.ts'
import { databaseFile } from '../instance/existing-instance.ts'
import { reasonOf } from '../instance/folder.ts'
import { capital } from '../instance/move-mark.ts'

export type Place = {
  /** Name without a password, for the middle of a sentence. */
  name: string
  /** Throws an error that says why the database cannot be used, and how to resume the move. */
  away(error: unknown): never
} & ({ kind: 'file'; dataDir: string } | { kind: 'server'; url: string })

/** Returns the database of the URL, or the file in the data folder. */
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
      `${capital(name)} cannot be used: ${reasonOf(cause).replace(/\.$/, '')}. Nothing is lost: run the same command again when it is available.`,
      error,
    )
  }
  return url === undefined ? { kind: 'file', dataDir, name, away } : { kind: 'server', url, name, away }
}

/** Wraps a store so that errors name its place. */
export const namingPlace = (place: Place, store: Store): Store => {
  const rethrow = (error: unknown): never => {
    if (error instanceof StoreUnavailable) return place.away(error)
    throw error
  }
  return {
    read: (body) => store.read(body).catch(rethrow),
    write: (body, options) => store.write(body, options).catch(rethrow),
    close: () => store.close(),
  }
}
