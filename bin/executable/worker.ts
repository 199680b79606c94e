/** The executable's rendering thread. Registers the files again: threads share no state with the entry. */
import '../../src/adapters/pdf/resources.embedded.ts'
import '../../src/adapters/pdf/worker.ts'
