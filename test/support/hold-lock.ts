/** A process that takes the lock of a folder, reports the result, and holds it until it is killed. */
import { lockFolder } from '../../src/adapters/data-folder/lock.ts'

const locked = (await lockFolder(process.argv[2]!)) !== undefined
// The test does not keep a reference to the lock: garbage collection must not release it.
await new Promise((resolve) => setImmediate(resolve))
;(globalThis as { Bun?: { gc(force: boolean): void } }).Bun?.gc(true)
process.stdout.write(locked ? 'locked\n' : 'refused\n')
if (locked) setInterval(() => {}, 60_000)
