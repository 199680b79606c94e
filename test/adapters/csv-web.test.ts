import { vi } from 'vitest'

/** Everything that `csv.test.ts` says of CSV, of the builds for browsers. */
vi.mock('#platform/csv-parse', () => import('../../src/adapters/platform/web/csv-parse.ts'))
vi.mock('#platform/csv-stringify', () => import('../../src/adapters/platform/web/csv-stringify.ts'))
await import('./csv.test.ts')
