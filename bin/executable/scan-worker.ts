/** The executable's thread for scanning statements; every thread needs an entry at the root. */
import '../../src/adapters/sqlite/scan-worker.ts'
