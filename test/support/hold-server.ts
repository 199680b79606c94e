/** Starts a server on a data folder as tests do, prints its URL, and runs until it is killed. */
import { startServerProcess } from './cli.ts'

const { url } = await startServerProcess(['--data', process.argv[2]!])
process.stdout.write(`${url}\n`)
setInterval(() => {}, 60_000)
