/** `lettershop/sqlite`: the store in one SQLite file, and blobs as files, for hosts with a disk. */
export { openFsBlobs } from './adapters/blobs-fs/blobs.ts'
export {
  createOwnedSqliteStore as createSqliteStore,
  StoreInUse,
} from './adapters/data-folder/owned-store.ts'
export { createFolderPartner, type FolderPartner } from './adapters/print-folder/partner.ts'
export { type MigrationReport, SchemaChanged, SchemaTooNew } from './adapters/sql/migrations.ts'
export type { SqliteStore, SqliteStoreOptions } from './adapters/sqlite/store.ts'
export { createInstanceKey, readInstanceKey } from './adapters/system/instance-key.ts'
export { createLog, type LogOptions } from './adapters/system/log.ts'
