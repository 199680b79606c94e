/**
 * `lettershop/postgres`: the store in a PostgreSQL database that several processes share. Pass
 * `store.rateCounter` as the port of that name, so that they count requests together.
 */
export {
  createPostgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from './adapters/postgres/store.ts'
export { type MigrationReport, SchemaChanged, SchemaTooNew } from './adapters/sql/migrations.ts'
export type { RateCounter } from './core/ports/rate-limit-counter.ts'
