import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Where the counts of a run are kept for `scripts/test-counts.ts`; set by `.ci/run`. */
const counts = process.env.TEST_COUNTS
const bun = process.versions.bun !== undefined

/**
 * The tests that prove docs/api-rules.md: those that interface-coverage.md names, and everything else over
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
/** Tests of cases in which processes could disturb each other. `npm run test:postgres` runs the whole core and all of HTTP. */
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

type Env = Record<string, string>
/** Each file in a process of its own. */
const apart = (name: string, include: string[], exclude: string[] = [], env: Env = {}) => ({
  extends: true as const,
  test: { name, include, exclude, env },
})
/**
 * Files that share loaded modules, because loading takes as long as most files' tests. The core keeps state only in the store or
 * services it is given.
 */
const shared = (name: string, include: string[], exclude: string[] = [], env: Env = {}) => ({
  extends: true as const,
  test: { name, include, exclude, env, isolate: false },
})
const files = (...patterns: string[]): string[] => globSync(patterns, { cwd: import.meta.dirname })
/** Tests that replace modules, or change or count process-wide state. */
const alone = files(
  'test/*.test.ts',
  'test/{adapters,browser,cli,library,migrations,portal,server}/**/*.test.ts',
).filter((file) =>
  /\bvi\.|\bprocess\.(env|on|once|memory|cpu)|\bglobalThis\b|ActiveResources/.test(
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  ),
)
/** Tests that simulate a kill at each write in memory (daily), at every third on databases (matrix). */
const killed = 'test/core/**/*-killed.test.ts'
/** Screens in a browser, served by the executable. */
const screens = 'portal/e2e/**/*.test.ts'
/** Empty for the sources, which need no build between two runs. */
const program = process.env.LETTERSHOP_TEST_PROGRAM ?? join(import.meta.dirname, 'dist/lettershop')
/** The executable starts in a sixth of the time that the sources take. */
const onExecutable = { LETTERSHOP_TEST_PROGRAM: program }
/** Compares memory with Node's own, so it runs alone. */
const hostile = 'test/cli/hostile-uploads.test.ts'
/** The slowest tests, which seldom fail: each starts programs, packages or browsers, or fills a disk. */
const long = files(
  'test/adapters/pdf-untrusted.test.ts',
  'test/adapters/print-folder-overlap.test.ts',
  'test/browser/**/*.test.ts',
  'test/cli/backup*.test.ts',
  'test/cli/drill.test.ts',
  'test/cli/faults-*.test.ts',
  hostile,
  'test/cli/jobs.test.ts',
  'test/cli/printer-folder.test.ts',
  'test/contributing.test.ts',
  'test/library/**/*.test.ts',
  'test/migrations/**/*.test.ts',
)
/**
 * Tests of the process itself: how it starts, serves, ends and reads its flags. Always on Node and the sources, even if the other
 * tests use another program.
 */
const onNode = ['config', 'flags', 'orphans', 'permissions', 'serve', 'start-up', 'stop'].map(
  (name) => `test/cli/${name}.test.ts`,
)
/** Whole servers that are stopped, restored, moved or deployed. */
const longOnPostgres = [
  'deploy',
  'drill',
  'host',
  'move',
  'move-files',
  'move-shop',
  'restore',
  'two-versions-bucket',
].map((name) => `test/postgres/${name}.test.ts`)
/** Tests without a store of their own get one of this kind (`test/support/shop.ts`). */
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
/** With the files in an S3 server (`test/support/shop.ts`). */
const onS3 = (include: string[]) => ({
  extends: true as const,
  test: { name: 's3', include, isolate: false, env: { LETTERSHOP_TEST_BLOBS: 's3' } },
})
/** Some tests that read and write files. */
const filed = ['api/media', 'core/items/document', 'core/privacy/erased', 'core/runs/package'].map(
  (name) => `test/${name}.test.ts`,
)
/** Several servers, and databases that fail. */
const servers = (include: string[], exclude: string[] = [], env: Env = {}) => ({
  extends: true as const,
  test: {
    name: 'servers',
    include,
    exclude,
    env: { LETTERSHOP_TEST_STORE: 'postgres', ...env },
    setupFiles: ['test/support/postgres/set-up-apart.ts'],
  },
})

/** The server of s3rver runs on Node only, and so do the processes and threads that draw. */
const onNodeOnly = ['test/adapters/pdf*.test.ts', 'test/adapters/blobs-s3rver.test.ts']

/** `npm test`: everything once except the long tests, and on PostgreSQL those in `disturbed`. */
const daily = [
  shared('all', ['test/**/*.test.ts'], ['test/postgres/**', ...long, ...alone, ...onNode]),
  apart('apart', alone, ['test/postgres/**', ...long, ...onNode]),
  apart('node', onNode, [], { LETTERSHOP_TEST_PROGRAM: '' }),
  onStore('postgres', disturbed),
  onS3(filed),
  servers(['test/postgres/**/*.test.ts'], longOnPostgres),
]
/** What `npm run test:all` adds (docs/testing.md); the two lists have no test in common. */
const matrix = bun
  ? // Adapters, because the runtime differs, and the rules of the API on SQLite files, through the executable's driver.
    [
      shared('adapters', ['test/adapters/**/*.test.ts'], [...onNodeOnly, ...long, ...alone]),
      apart(
        'apart',
        alone.filter((file) => file.startsWith('test/adapters/')),
        [...onNodeOnly, ...long],
      ),
      onStore('sqlite', statements),
    ]
  : [
      shared('long', long, [hostile, ...alone], onExecutable),
      apart(
        'apart',
        alone.filter((file) => long.includes(file)),
        [],
        onExecutable,
      ),
      apart('hostile', [hostile]),
      shared('portal', [screens], [], onExecutable),
      onStore('sqlite', [killed]),
      onS3(['test/core/assets/uploads-killed.test.ts']),
      onStore('postgres', [...statements, killed], disturbed),
      servers(longOnPostgres, [], onExecutable),
    ]
const isMatrix = bun || process.env.LETTERSHOP_TESTS === 'matrix'

export default defineConfig({
  test: {
    // Two for each processor, because tests also wait for disks and for processes that they start. With 1.5, a fifth of the processor
    // time was unused.
    maxWorkers: availableParallelism() * 2,
    // Only ends tests that hang: tests wait for what they need, however slow or busy the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 100_000 } },
    // Tests start about a thousand programs from the sources, which spend most of their time compiling.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/lettershop-tests') },
    setupFiles: ['test/support/set-up.ts'],
    globalSetup: ['test/support/postgres/broker.ts'],
    reporters: counts ? ['default', 'json'] : ['default'],
    ...(counts
      ? { outputFile: { json: `${counts}/${bun ? 'bun' : isMatrix ? 'matrix' : 'daily'}.json` } }
      : {}),
    projects: isMatrix ? matrix : daily,
  },
})
