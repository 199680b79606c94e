/** The entry of the one executable. Loads as little as it can: every command brings its own. */
import { embedRendererFiles } from '../instance/renderer-files.ts'
import { main } from '../main.ts'

embedRendererFiles(() => import('../../src/adapters/pdf/resources.embedded.ts'))
await main(process.argv.slice(2))
