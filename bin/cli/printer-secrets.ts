import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { OwnSources } from '../../src/adapters/printers/secrets.ts'
import type { SecretReference } from '../../src/core/model/printers.ts'
import { failure } from './failure.ts'
import type { Settings } from './settings-type.ts'

/**
 * Parses the list of secrets that printers may use. Throws if an entry with `=` is malformed. Entries without
 * `=` are from an earlier version: they are accepted but grant nothing, and a printer that needs the secret
 * reports that.
 */
export const openingsOf = (text: string | undefined): string[] => {
  const openings = (text ?? '').split(',').filter(Boolean)
  for (const opening of openings) {
    if (!opening.includes('=') || /^[a-z][a-z0-9-]{0,39}@[^@=\s]+=(?:\/.+|[A-Za-z_]\w*)$/.test(opening))
      continue
    throw failure(
      'usage',
      `--printer-secrets takes PRINTER@HOST=VARIABLE or PRINTER@HOST=/path, such as house@press.example=PRESS_PASSWORD, not “${opening}”.`,
    )
  }
  return openings
}

/** Settings that contain secrets, or that name a folder with secrets. */
export type OwnSettings = Partial<
  Pick<Settings, 'backupFolder' | 'database' | 'mail' | 'secretKey' | 'metricsToken'>
>

type Environment = Readonly<Record<string, string | undefined>>

/** Variables that configure the server, its database driver or its bucket. */
const ownVariable = /^(?:LETTERSHOP_|PG|AWS_|CREDENTIALS_DIRECTORY$)/i

/** Variables that contain a secret, or whose `…_FILE` names a file with one. */
const secretVariables = [
  'LETTERSHOP_SECRET_KEY',
  'LETTERSHOP_SIGNING_KEY',
  'LETTERSHOP_METRICS_TOKEN',
  'LETTERSHOP_DATABASE',
  'LETTERSHOP_SMTP_URL',
  'LETTERSHOP_BLOBS_CREDENTIALS',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'PGPASSWORD',
]

/** Collects the sources of the server's settings, keys and credentials, which no printer may use. */
export const ownSourcesOf = (dataDir: string, settings: OwnSettings, env: Environment): OwnSources => {
  const named = Object.entries(env).flatMap(([name, value]) =>
    value && /^(?:LETTERSHOP|PG|AWS).*(?:FILE|KEY|CERT)$/i.test(name) ? [resolve(value)] : [],
  )
  const home = homedir()
  const urls = [settings.database, settings.mail?.url].filter((url) => url !== undefined)
  return {
    isOwnVariable: (name) => ownVariable.test(name),
    files: [
      ...named,
      ...urls.flatMap(filesInUrl),
      ...['.pgpass', '.pg_service.conf', '.postgresql/postgresql.key', '.aws/credentials'].map((name) =>
        join(home, name),
      ),
    ],
    folders: [dataDir, ...(settings.backupFolder === undefined ? [] : [settings.backupFolder])],
    texts: [
      ...secretVariables.flatMap((name) => setting(env, name)),
      // The variable holds `ID:SECRET:TOKEN`.
      ...setting(env, 'LETTERSHOP_BLOBS_CREDENTIALS').flatMap((text) => text.trim().split(':').slice(1)),
      ...urls.flatMap((url) => [url, passwordIn(url)]),
      settings.metricsToken ?? '',
      ...keyTexts(settings.secretKey ?? keyIn(dataDir)),
      textOf(join(dataDir, 'signing.key')),
    ].filter((text) => text !== ''),
  }
}

/** Lists the absolute paths in the parameters of a URL, such as `sslkey`, `sslcert` and `passfile`. */
const filesInUrl = (url: string): string[] =>
  URL.canParse(url) ? [...new URL(url).searchParams.values()].filter((value) => value.startsWith('/')) : []

const passwordIn = (url: string): string => {
  if (!URL.canParse(url)) return ''
  const { password } = new URL(url)
  try {
    return decodeURIComponent(password)
  } catch {
    return password
  }
}

const setting = (env: Environment, name: string): string[] => [env[name] ?? '', textOf(env[`${name}_FILE`])]

const textOf = (path: string | undefined): string => {
  if (!path) return ''
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const keyIn = (dataDir: string): Uint8Array | undefined => {
  try {
    return readFileSync(join(dataDir, 'instance.key'))
  } catch {
    return undefined
  }
}

const keyTexts = (key: Uint8Array | undefined): string[] => {
  if (!key) return []
  const bytes = Buffer.from(key)
  return [
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('utf8'),
  ]
}

/** Reads a printer's secret in the operator's process. Throws if it is unreadable or the server's own. */
export const secretHere = async (
  reference: SecretReference,
  dataDir: string,
  settings: OwnSettings,
): Promise<string> => {
  const { createSecretReader } = await import('../../src/adapters/printers/secrets.ts')
  const name = 'env' in reference ? reference.env : reference.file
  const printer = { key: 'here', settings: { host: 'here' } }
  const read = createSecretReader({
    opened: [`here@here=${name}`],
    env: process.env,
    own: () => ownSourcesOf(dataDir, settings, process.env),
  })
  const found = await read(reference, printer)
  if ('secret' in found) return found.secret
  throw failure(
    'usage',
    found.refused.params?.case === 'own'
      ? `No printer gets ${name}, which is a secret or a setting of the server itself. Name the printer’s own secret.`
      : found.refused.message,
  )
}
