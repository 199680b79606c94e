/** The executable's rendering thread. Threads do not share what the entry has registered, so it registers again. */
import '../../src/adapters/pdf/resources.embedded.ts'
import '../../src/adapters/pdf/worker.ts'
