import { defineConfig } from 'vitest/config'

/** Where the counts of a run are kept for `scripts/test-counts.ts`; set by `.ci/run`. */
const counts = process.env.TEST_COUNTS

/**
 * What runs once more on PostgreSQL: everything over HTTP, and what several processes could disturb.
 * `npm run test:postgres` takes the whole core.
 */
const onPostgres = [
  'test/postgres/**/*.test.ts',
  'test/api/**/*.test.ts',
  process.env.TEST_POSTGRES === 'all'
    ? 'test/core/**/*.test.ts'
    : 'test/core/{idempotency,billing-ledger,billing-held-items,runs-hand-over,webhooks-concurrency}.test.ts',
]

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: ['test/support/postgres/broker.ts'],
    reporters: counts ? ['default', 'json'] : ['default'],
    ...(counts ? { outputFile: { json: `${counts}/${process.versions.bun ? 'bun' : 'node'}.json` } } : {}),
    projects: [
      { extends: true, test: { name: 'all', include: ['test/**/*.test.ts'], exclude: ['test/postgres/**'] } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: onPostgres,
          env: { LETTERSHOP_TEST_STORE: 'postgres' },
          setupFiles: ['test/support/postgres/set-up.ts'],
        },
      },
    ],
  },
})
