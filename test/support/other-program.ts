import { chmodSync, writeFileSync } from 'node:fs'

/** Makes a program of sources of another version; this Node runs them, with the dependencies that are beside them. */
export const programOf = (sources: string): string => {
  const program = `${sources}-program`
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${sources}/bin/lettershop.ts' "$@"\n`)
  chmodSync(program, 0o755)
  return program
}

/** Starts servers and commands of another version in `body`. */
export const withProgram = async <T>(program: string, body: () => Promise<T>): Promise<T> => {
  const present = process.env.LETTERSHOP_TEST_PROGRAM
  process.env.LETTERSHOP_TEST_PROGRAM = program
  try {
    return await body()
  } finally {
    if (present === undefined) delete process.env.LETTERSHOP_TEST_PROGRAM
    else process.env.LETTERSHOP_TEST_PROGRAM = present
  }
}
