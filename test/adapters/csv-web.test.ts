import { vi } from 'vitest'

/** Runs `csv.test.ts` with the browser builds of the libraries. */
vi.mock('#platform/csv-parse', () => import('../../src/adapters/platform/web/csv-parse.ts'))
vi.mock('#platform/csv-stringify', () => import('../../src/adapters/platform/web/csv-stringify.ts'))
await import('./csv.test.ts')
