/**
 * The executable's thread for statements that scan: an entry at the root, as every thread there needs one.
 */
import '../../src/adapters/sqlite/scan-worker.ts'
