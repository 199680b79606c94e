import type { MadeBackup, Upkeep } from '../../src/core/ports/upkeep.ts'

export const madeBackup: MadeBackup = {
  path: '/backups/lettershop-20260105T080000Z',
  createdAt: '2026-01-05T08:00:00.000Z',
  database: 'sqlite',
  schema: '0002_low_balance_notified',
  blobs: { files: 2, bytes: 200 },
  bytes: 1234,
  instanceKeyIncluded: true,
}

/** Returns upkeep without findings and with a folder for backups; `given` overrides parts of it. */
export const upkeepWith = (given: Partial<Upkeep>): Upkeep => ({
  examine: async () => [],
  backupFolder: '/backups',
  whyNoBackup: async () => undefined,
  backUp: async () => madeBackup,
  ...given,
})
