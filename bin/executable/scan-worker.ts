/**
 * The executable's thread for statements that scan tables. Each thread has an entry in this folder,
 * because Bun finds no entries in nested paths.
 */
import '../../src/adapters/sqlite/scan-worker.ts'
