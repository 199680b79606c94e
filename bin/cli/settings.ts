import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSecretKey, readSecretKeyFile } from '../../src/adapters/system/instance-key.ts'
import { parseSigningKey, readSigningKeyFile } from '../../src/adapters/system/signing-keys.ts'
import { defaultConfig } from '../../src/core/kernel/config.ts'
import { baseUrlOf, hasUserInformation } from '../../src/core/kernel/network.ts'
import { blobsOf, credentialsVariable } from './blobs-setting.ts'
import { failure } from './failure.ts'
import { wholeNumber } from './flags.ts'
import { openingsOf } from './printer-secrets.ts'
import type { Settings } from './settings-type.ts'

export type { Settings } from './settings-type.ts'

/** Flags as citty returns them. */
export type SettingFlags = Partial<Record<string, string | boolean | undefined>>

export const givenFlags: SettingFlags = {}

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the absolute path of the data folder, so that server and command line agree on it. */
export const dataFolder = (flag: string | undefined, env: Environment = process.env): string =>
  resolve(flag || env.LETTERSHOP_DATA || 'lettershop-data')

export const readSettings = async (
  dataDir: string,
  flags: SettingFlags = {},
  env: Environment = process.env,
): Promise<Settings> => {
  const find = finder(dataDir, flags, env)
  const text = (name: SettingName): string | undefined => find(name)?.text
  return {
    host: text('host') ?? '127.0.0.1',
    port: wholeNumber('port', text('port') ?? '8484', { min: 0, max: 65_535 }),
    baseUrl: printedBaseUrl(text('baseUrl')),
    allowInsecureWebhooks: isYes('allowInsecureWebhooks', text('allowInsecureWebhooks')),
    webhookAllow: (text('webhookAllow') ?? '').split(',').filter(Boolean),
    trustedProxies: await proxiesOf(text('trustedProxies')),
    drainDelay: wholeNumber('drain-delay', text('drainDelay') ?? '0', { min: 0, max: maxDrainDelaySeconds }),
    printFolder: pathOf(text('printFolder')),
    printFolderMode: modeOf(text('printFolderMode')),
    printersFolder: pathOf(text('printersFolder')),
    printerAllow: (text('printerAllow') ?? '').split(',').filter(Boolean),
    printerSecrets: openingsOf(text('printerSecrets')),
    backupFolder: pathOf(text('backupFolder')),
    acceptFolderMode: isYes('acceptFolderMode', text('acceptFolderMode')),
    drill: isYes('drill', text('drill')),
    noPortal: isYes('noPortal', text('noPortal')),
    database: databaseOf(text('database')),
    blobs: blobsOf(text('blobs'), env),
    mail: mailOf(text('smtpUrl'), text('mailFrom')),
    sessionIdleMinutes: wholeNumber(
      'session-idle-minutes',
      text('sessionIdleMinutes') ?? String(defaultConfig.sessionIdleMinutes),
      { min: 1, max: maxIdleMinutes },
    ),
    requireSecondFactor: isYes('requireSecondFactor', text('requireSecondFactor')),
    secretKey: await keyOf('LETTERSHOP_SECRET_KEY', env, parseSecretKey, readSecretKeyFile),
    signingKey: await keyOf('LETTERSHOP_SIGNING_KEY', env, parseSigningKey, readSigningKeyFile),
    metricsToken: secretText('LETTERSHOP_METRICS_TOKEN', env),
  }
}

type Source = 'flag' | 'environment' | 'config.json' | 'default'

/** Settings that may contain a password, so they can also be read from a file that `…_FILE` names. */
const secretSettings: readonly SettingName[] = ['database', 'smtpUrl']

/** Returns a function that finds a setting and the first source that has it. */
const finder = (dataDir: string, flags: SettingFlags, env: Environment) => {
  const file = readFile(join(dataDir, 'config.json'))
  return (name: SettingName): { text: string; source: Source } | undefined => {
    const flag = flags[flagOf(name)] ?? givenFlags[flagOf(name)]
    if (flag !== undefined && flag !== false) return { text: String(flag), source: 'flag' }
    const variable = secretSettings.includes(name) ? secretText(variableOf(name), env) : env[variableOf(name)]
    if (variable) return { text: variable, source: 'environment' }
    return file[name] ? { text: file[name], source: 'config.json' } : undefined
  }
}

export interface ExplainedSetting {
  name: string
  value: unknown
  source: Source
  variable: string
}

const secretNames = {
  secretKey: 'LETTERSHOP_SECRET_KEY',
  signingKey: 'LETTERSHOP_SIGNING_KEY',
  metricsToken: 'LETTERSHOP_METRICS_TOKEN',
  blobsCredentials: credentialsVariable,
} as const

/** Returns every setting with its value and source. Throws as `readSettings` does. */
export const explainSettings = async (
  dataDir: string,
  flags: SettingFlags = {},
  env: Environment = process.env,
): Promise<ExplainedSetting[]> => {
  const settings = await readSettings(dataDir, flags, env)
  const find = finder(dataDir, flags, env)
  const explained = settingNames.map((name): ExplainedSetting => {
    const found = find(name)
    return {
      name,
      value: shownValue(name, settings, found?.text),
      source: found?.source ?? 'default',
      variable: variableOf(name),
    }
  })
  const given = { ...settings, blobsCredentials: settings.blobs }
  const secrets = Object.entries(secretNames).map(([name, variable]): ExplainedSetting => {
    const isGiven = given[name as keyof typeof secretNames] !== undefined
    return {
      name,
      value: isGiven ? '[redacted]' : null,
      source: isGiven ? 'environment' : 'default',
      variable: `${variable}[_FILE]`,
    }
  })
  return [...explained, ...secrets]
}

/** Returns a setting without passwords: the parsed value if `Settings` has this field, else the text. */
const shownValue = (name: SettingName, settings: Settings, text: string | undefined): unknown => {
  // The query is part of a bucket's address and contains no secret.
  if (name === 'blobs') return settings.blobs?.address ?? null
  return withoutPassword(name in settings ? settings[name as keyof Settings] : text)
}

/** Redacts the password of a URL and removes the query, which may contain one. Undefined becomes null. */
const withoutPassword = (value: unknown): unknown => {
  if (typeof value !== 'string' || !value.includes('://') || !URL.canParse(value)) return value ?? null
  const url = new URL(value)
  if (url.password === '') return value.replace(/\?.*$/s, '')
  url.search = ''
  url.password = 'redacted'
  return url.href.replace(':redacted@', ':[redacted]@')
}

const settingNames = [
  'host',
  'port',
  'baseUrl',
  'allowInsecureWebhooks',
  'webhookAllow',
  'trustedProxies',
  'drainDelay',
  'printFolder',
  'printFolderMode',
  'printersFolder',
  'printerAllow',
  'printerSecrets',
  'backupFolder',
  'acceptFolderMode',
  'drill',
  'noPortal',
  'database',
  'blobs',
  'smtpUrl',
  'mailFrom',
  'sessionIdleMinutes',
  'requireSecondFactor',
] as const
type SettingName = (typeof settingNames)[number]

const variableOf = (name: SettingName): string =>
  `LETTERSHOP_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

const flagOf = (name: SettingName): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const readFile = (path: string): Partial<Record<SettingName, string>> => {
  if (!existsSync(path)) return {}
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw failure('usage', `${path} is not valid JSON: ${(error as Error).message}`)
  }
  const settings: Partial<Record<SettingName, string>> = {}
  for (const [name, setting] of Object.entries(value ?? {})) {
    if (!settingNames.includes(name as SettingName)) {
      throw failure('usage', `${path}: unknown setting ${name}. Use one of ${settingNames.join(', ')}.`)
    }
    settings[name as SettingName] = Array.isArray(setting) ? setting.join(',') : String(setting)
  }
  return settings
}

/** Seven days. */
export const maxIdleMinutes = 10_080
/** Longer than proxies need to notice a stopping server, shorter than supervisors wait before killing it. */
export const maxDrainDelaySeconds = 60

const printedBaseUrl = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined
  const url = baseUrlOf(text)
  if (url !== undefined) return url
  if (hasUserInformation(text)) {
    // The value is not quoted: it may contain a password.
    throw failure('usage', '--base-url takes an address without user information: https://mail.example.')
  }
  throw failure('usage', `--base-url takes an address such as https://mail.example, not “${text}”.`)
}

/** Parses and validates networks, so that a typing error is reported in one line. */
const proxiesOf = async (text: string | undefined): Promise<string[]> => {
  const networks = (text ?? '').split(',').filter((network) => network.trim() !== '')
  if (networks.length === 0) return []
  const { parseNetwork } = await import('../../src/server/client-address.ts')
  try {
    for (const network of networks) parseNetwork(network)
  } catch (error) {
    throw failure('usage', `--trusted-proxies: ${(error as Error).message}`, error)
  }
  return networks
}

const mailOf = (url: string | undefined, from: string | undefined): Settings['mail'] => {
  if (url === undefined) return undefined
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol)) {
    // The value is not quoted: it may contain a password.
    throw failure('usage', '--smtp-url takes an address such as smtp://user:password@mail.example:587.')
  }
  if (!from || !/^[^@<>]*<?[^\s@<>]+@[^\s@<>]+>?$/.test(from)) {
    throw failure('usage', '--mail-from takes an address such as “Lettershop <mail@example.com>”.')
  }
  return { url, from }
}

const isYes = (name: SettingName, text: string | undefined): boolean => {
  if (text === undefined || /^(false|0|no)$/i.test(text)) return false
  if (/^(true|1|yes)$/i.test(text)) return true
  throw failure('usage', `${variableOf(name)} must be true or false, not “${text}”.`)
}

const modeOf = (text: string | undefined): string | undefined => {
  if (text === undefined || /^[0-7]?7[0-7]{2}$/.test(text)) return text
  throw failure(
    'usage',
    `--print-folder-mode takes octal permissions that give this user full access, such as 0750, not “${text}”.`,
  )
}

const pathOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : resolve(text)

/** Validates a PostgreSQL URL. Errors name the flag, but never the URL: it may contain a password. */
export const databaseOf = (text: string | undefined, flag = 'database'): string | undefined => {
  // An empty value overrides the environment and selects the file.
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2) {
    throw failure('usage', `--${flag} takes an address such as postgres://user:password@host:5432/name.`)
  }
  return text
}

/** Reads a secret from the environment or from the file that `…_FILE` names. */
const secretText = (name: string, env: Environment): string | undefined => {
  const path = env[`${name}_FILE`]
  if (env[name] || !path) return env[name] || undefined
  try {
    return readFileSync(path, 'utf8').trim() || undefined
  } catch (error) {
    throw failure('usage', `${name}_FILE: ${(error as Error).message}`, error)
  }
}

/** Reads a key from the environment or from the file that `…_FILE` names. */
const keyOf = async <T>(
  name: string,
  env: Environment,
  parse: (text: string) => T,
  read: (path: string) => Promise<T>,
): Promise<T | undefined> => {
  const path = env[`${name}_FILE`]
  try {
    if (env[name]) return parse(env[name])
    return path ? await read(path) : undefined
  } catch (error) {
    throw failure('usage', (error as Error).message, error)
  }
}
