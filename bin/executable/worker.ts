/** The executable's rendering thread. Its threads do not share what the entry has provided. */
import '../../src/adapters/pdf/resources.embedded.ts'
import '../../src/adapters/pdf/worker.ts'
