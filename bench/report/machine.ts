import { execFileSync } from 'node:child_process'
import { cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { syncTimeUs } from '../support/sync-time.ts'
import type { Machine } from './results.ts'

const root = join(import.meta.dirname, '../..')

export const thisMachine = (): Machine => ({
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 1e8) / 10,
  kernel: `${type()} ${release()}`,
  node: process.versions.node,
  bun: execFileSync(join(root, 'node_modules/.bin/bun'), ['--version'], { encoding: 'utf8' }).trim(),
  syncUs: Math.round(syncTimeUs(process.env.BENCH_DIR ?? tmpdir())),
  load: Math.round(loadavg()[0]! * 10) / 10,
})
