/** Takes the lock of a folder, reports whether it succeeded, and holds it until the process is killed. */
import { lockFolder } from '../../src/adapters/data-folder/lock.ts'

const locked = (await lockFolder(process.argv[2]!)) !== undefined
// Nothing refers to the lock any longer: garbage collection must not release it.
await new Promise((resolve) => setImmediate(resolve))
;(globalThis as { Bun?: { gc(force: boolean): void } }).Bun?.gc(true)
process.stdout.write(locked ? 'locked\n' : 'refused\n')
if (locked) setInterval(() => {}, 60_000)
