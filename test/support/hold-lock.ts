/** A process that takes the lock of a folder, says how it went, and holds on until it is killed. */
import { lockFolder } from '../../src/adapters/data-folder/lock.ts'

const lock = await lockFolder(process.argv[2]!)
process.stdout.write(lock ? 'locked\n' : 'refused\n')
if (lock) setInterval(() => {}, 60_000)
