import { type Config, defaultConfig } from './core/kernel/config.ts'
import { nearest } from './core/kernel/nearest.ts'
import { baseUrlOf } from './core/kernel/web-address.ts'

/** Ports that have no default. */
const optionalPorts = ['machine', 'meter', 'printers', 'rateCounter', 'turns', 'upkeep'] as const

/**
 * The settings of `createLettershop`, with the base URL as it is printed. Throws a `TypeError` for a name that it does
 * not know, because a store under a misspelt name would be replaced by one in memory, and for an address that no code
 * on paper could lead to.
 */
export const checkedConfig = (
  options: { ports?: object; config?: Partial<Config> },
  known: { options: readonly string[]; ports: readonly string[] },
): Partial<Config> | undefined => {
  assertKnown('', options, [...known.options, 'ports', 'config', 'secretKey', 'lostSecrets'])
  assertKnown('ports.', options.ports, [...known.ports, ...optionalPorts])
  assertKnown('config.', options.config, Object.keys(defaultConfig))
  const { config } = options
  return config?.baseUrl === undefined ? config : { ...config, baseUrl: printedBaseUrl(config.baseUrl) }
}

const assertKnown = (path: string, given: object | undefined, known: readonly string[]): void => {
  for (const name of Object.keys(given ?? {})) {
    if (known.includes(name)) continue
    const meant = nearest(name, known)
    throw new TypeError(
      `createLettershop has no option ${path}${name}. ${meant === undefined ? `It has ${known.map((one) => path + one).join(', ')}.` : `Did you mean ${path}${meant}?`}`,
    )
  }
}

const printedBaseUrl = (text: string): string => {
  const url = baseUrlOf(text)
  if (url !== undefined) return url
  // Not repeated: it may hold a password.
  throw new TypeError(
    'config.baseUrl of createLettershop takes an http or https address without user information, query or fragment, such as https://mail.example.',
  )
}
