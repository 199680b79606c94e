/** The entry of the one executable: what is embedded first, then the program. */
import '../../src/adapters/pdf/resources.embedded.ts'
import { main } from '../main.ts'

await main(process.argv.slice(2))
