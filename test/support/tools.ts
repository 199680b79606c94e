import { spawnSync } from 'node:child_process'
import { describe, it } from 'vitest'

/** Debian's package of each program that tests call. */
const packages: Readonly<Record<string, string>> = {
  qpdf: 'qpdf',
  pdfinfo: 'poppler-utils',
  pdffonts: 'poppler-utils',
  pdfimages: 'poppler-utils',
  pdftotext: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  gs: 'ghostscript',
  zbarimg: 'zbar-tools',
  dmtxread: 'dmtx-utils',
  nginx: 'nginx-light',
  caddy: 'caddy',
  'systemd-analyze': 'systemd',
  '/usr/sbin/sshd': 'openssh-server',
  '/usr/sbin/cupsd': 'cups-daemon',
  '/usr/sbin/lpadmin': 'cups-client',
}

const found = new Map<string, boolean>()
const isInstalled = (tool: string): boolean => {
  let answer = found.get(tool)
  if (answer === undefined) {
    answer = spawnSync(tool, ['--version']).error === undefined
    found.set(tool, answer)
  }
  return answer
}

/**
 * Defines a test that calls system programs. If one of them is missing, the test is skipped with a note in
 * its name; in CI it fails, so that nothing is skipped unnoticed.
 */
export const itWithTools = (
  tools: readonly string[],
  name: string,
  body: () => Promise<void> | void,
  timeoutMs = 60_000,
): void => {
  const missing = tools.filter((tool) => !isInstalled(tool))
  if (missing.length === 0) {
    it(name, body, timeoutMs)
    return
  }
  const install = installing(missing)
  if (process.env.CI === 'true') {
    it(name, () => {
      throw new Error(`${missing.join(', ')} is needed in CI: ${install}`)
    })
  } else it.skip(`${name} [needs ${missing.join(', ')}: ${install}]`, body)
}

/** Defines a group of tests that call system programs, like `itWithTools`. */
export const describeWithTools = (tools: readonly string[], name: string, body: () => void): void => {
  const missing = tools.filter((tool) => !isInstalled(tool))
  if (missing.length === 0) {
    describe(name, body)
    return
  }
  itWithTools(tools, name, () => {})
}

const installing = (missing: readonly string[]): string =>
  `apt-get install ${[...new Set(missing.map((tool) => packages[tool] ?? tool))].join(' ')}`

/** Runs a program and returns its standard output. Throws with its error output if it fails. */
export const run = (tool: string, args: readonly string[], input?: Uint8Array): string => {
  const result = spawnSync(tool, args, { input, maxBuffer: 256 * 1024 * 1024, encoding: 'utf8' })
  if (result.error) throw result.error
  if (result.status !== 0)
    throw new Error(`${tool} ${args.join(' ')} gave ${result.status}: ${result.stderr}`)
  return result.stdout
}
