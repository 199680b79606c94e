import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Where the counts of a run are kept for `scripts/test-counts.ts`; set by `.ci/run`. */
const counts = process.env.TEST_COUNTS
const bun = process.versions.bun !== undefined

/**
 * The tests that prove docs/interface.md: those that interface-coverage.md names, and everything else over
 * HTTP.
 */
const statements = [
  'test/api/**/*.test.ts',
  ...new Set(
    readFileSync(join(import.meta.dirname, 'docs/interface-coverage.md'), 'utf8')
      .match(/(?<=^\|.*`)core\/[\w/-]+\.test\.ts(?=`)/gm)!
      .map((file) => `test/${file}`),
  ),
]
/** What several processes could disturb for each other. `npm run test:postgres` takes the whole core and everything over HTTP. */
const disturbed =
  process.env.TEST_POSTGRES === 'all'
    ? ['test/core/**/*.test.ts', 'test/api/**/*.test.ts']
    : [
        'billing/held-items',
        'billing/ledger',
        'engine/idempotency',
        'engine/idempotency-processes',
        'engine/sealed',
        'people/organisations',
        'people/promotion',
        'people/second-factor',
        'runs/hand-over',
        'webhooks/concurrency',
      ].map((name) => `test/core/${name}.test.ts`)

/** Each file in a process of its own: for what replaces modules, or starts and counts what a process has. */
const apart = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude },
})
/**
 * Files that share the program's modules: loading them takes as long as the tests of most files. The core keeps nothing in them but
 * by the store or services that it is given.
 */
const shared = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude, isolate: false },
})
/** A kill at one write after the other: at each in memory daily, at every third on the databases in the matrix. */
const killed = 'test/core/**/*-killed.test.ts'
/** Screens in a browser, on a server as a self-hoster starts it: the executable. */
const screens = 'portal/e2e/**/*.test.ts'
/** Empty for the sources, which need no build between two runs. */
const program = process.env.LETTERSHOP_TEST_PROGRAM ?? join(import.meta.dirname, 'dist/lettershop')
/** What takes longest and breaks least: each starts whole programs, packages, browsers or faults of a disk. */
const long = [
  'test/adapters/pdf-untrusted.test.ts',
  'test/adapters/print-folder-overlap.test.ts',
  'test/browser/**/*.test.ts',
  'test/cli/backup*.test.ts',
  'test/cli/drill.test.ts',
  'test/cli/faults-*.test.ts',
  'test/cli/hostile-uploads.test.ts',
  'test/cli/jobs.test.ts',
  'test/cli/printer-folder.test.ts',
  'test/contributing.test.ts',
  'test/library/**/*.test.ts',
  'test/migrations/**/*.test.ts',
]
/** What is called in this process and keeps nothing in it. */
const inProcess = ['api', 'client', 'core', 'typesetting'].map((name) => `test/${name}/**/*.test.ts`)
/** Whole servers that are stopped, restored, moved or deployed. */
const longOnPostgres = ['deploy', 'host', 'move', 'move-shop', 'restore'].map(
  (name) => `test/postgres/${name}.test.ts`,
)
/** Tests that ask for no store of their own get one of this kind (`test/support/test-store.ts`). */
const onStore = (name: 'sqlite' | 'postgres', include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude,
    isolate: false,
    env: { LETTERSHOP_TEST_STORE: name },
    setupFiles: [`test/support/${name}/set-up.ts`],
  },
})
/** Some of what reads and writes files, with the files in an S3 server (`test/support/test-blobs.ts`). */
const onS3 = ['api/media', 'core/items/document', 'core/privacy/erased', 'core/runs/package'].map(
  (name) => `test/${name}.test.ts`,
)
/** Several servers, and databases that go away. */
const servers = (include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name: 'servers',
    include,
    exclude,
    env: { LETTERSHOP_TEST_STORE: 'postgres' },
    setupFiles: ['test/support/postgres/set-up-apart.ts'],
  },
})

/** `npm test`: everything once but the long ones, and on PostgreSQL what several processes could disturb. */
const daily = [
  shared('all', inProcess),
  apart('apart', ['test/**/*.test.ts'], ['test/postgres/**', ...inProcess, ...long]),
  onStore('postgres', disturbed),
  {
    extends: true as const,
    test: { name: 's3', include: onS3, isolate: false, env: { LETTERSHOP_TEST_BLOBS: 's3' } },
  },
  servers(['test/postgres/**/*.test.ts'], longOnPostgres),
]
/** What `npm run test:all` adds (docs/testing.md): nothing of it is in `daily`. */
const matrix = bun
  ? // The adapters where the runtime is another, and the statements on a file, through the driver of the executable.
    [
      apart(
        'adapters',
        ['test/adapters/**/*.test.ts'],
        // The server of s3rver runs on Node only.
        ['test/adapters/pdf*.test.ts', 'test/adapters/blobs-s3rver.test.ts', ...long],
      ),
      onStore('sqlite', statements),
    ]
  : [
      apart('long', long),
      {
        extends: true as const,
        test: { name: 'portal', include: [screens], env: { LETTERSHOP_TEST_PROGRAM: program } },
      },
      onStore('sqlite', [killed]),
      onStore('postgres', [...statements, killed], disturbed),
      servers(longOnPostgres),
    ]
const isMatrix = bun || process.env.LETTERSHOP_TESTS === 'matrix'

export default defineConfig({
  test: {
    // Half as many again as there are processors: tests wait for disks and for the processes that they start.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // For what would never end: tests wait for what they need, however slow or busy the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 100_000 } },
    setupFiles: ['test/support/set-up.ts'],
    globalSetup: ['test/support/postgres/broker.ts'],
    reporters: counts ? ['default', 'json'] : ['default'],
    ...(counts
      ? { outputFile: { json: `${counts}/${bun ? 'bun' : isMatrix ? 'matrix' : 'daily'}.json` } }
      : {}),
    projects: isMatrix ? matrix : daily,
  },
})
