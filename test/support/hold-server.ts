/** A process that starts a server on a data folder as tests do, and prints its address. */
import { startServerProcess } from './cli.ts'

const { url } = await startServerProcess(['--data', process.argv[2]!])
process.stdout.write(`${url}\n`)
setInterval(() => {}, 60_000)
