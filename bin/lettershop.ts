#!/usr/bin/env node
/**
 * Entry of the program. Checks the runtime before it imports anything: under an older Node the SQLite driver
 * would crash the process instead of throwing (docs/design/core.md).
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major > 22 || (major === 22 && minor >= 18)) {
  const { main } = await import('./main.ts')
  await main(process.argv.slice(2))
} else {
  console.error(`Lettershop needs Node 22.18 or newer; this is ${process.versions.node}.`)
  process.exitCode = 14
}

export {}
