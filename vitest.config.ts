import { defineConfig } from 'vitest/config'

/** Where the counts of a run are kept for `scripts/test-counts.ts`; set by `.ci/run`. */
const counts = process.env.TEST_COUNTS

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/postgres/broker.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: counts ? ['default', 'json'] : ['default'],
    ...(counts ? { outputFile: { json: `${counts}/${process.versions.bun ? 'bun' : 'node'}.json` } } : {}),
  },
})
