import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { explainSettings, readSettings } from '../bin/cli/settings.ts'
import { serve } from '../bin/commands/serve.ts'
import {
  deployFile,
  deployFiles,
  deploying,
  everythingInUse,
  imageEnvironment,
  readCompose,
  readManifests,
  unitEnvironment,
} from './support/deploy.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const unit = deployFile('lettershop.service')

/** Returns the variables that each deployment file sets, with the files of secrets in this folder. */
const environments = (secrets: string): Record<string, Record<string, string>> => {
  const image = imageEnvironment()
  const inFolder = (environment: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        name.endsWith('_FILE') ? join(secrets, basename(value)) : value,
      ]),
    )
  const manifests = readManifests()
  const [container] = manifests.find(({ kind }) => kind === 'Deployment')!.spec.template.spec.containers
  const ofContainer = Object.fromEntries(
    container.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
  )
  const { services } = readCompose('mail.example')
  const folders = { state: '/var/lib', credentials: secrets }
  return {
    'compose.yaml, server-1': inFolder({ ...image, ...services['server-1']!.environment }),
    'compose.yaml, server-2': inFolder({ ...image, ...services['server-2']!.environment }),
    'kubernetes/': inFolder({
      ...image,
      ...manifests.find(({ kind }) => kind === 'ConfigMap')!.data,
      ...ofContainer,
    }),
    'lettershop.service': unitEnvironment(unit, folders),
    'lettershop.service, with what is optional': unitEnvironment(everythingInUse(unit), folders),
  }
}

const secretsFolder = () => {
  const folder = join(temporaryFolder(), 'secrets')
  mkdirSync(folder)
  const files = {
    'database-url': 'postgres://lettershop:word@database:5432/lettershop',
    'secret-key': Buffer.alloc(32, 7).toString('base64'),
    'signing-key': Buffer.alloc(32, 8).toString('base64'),
    bucket: 'an id:a secret',
    'metrics-token': 'a token',
    'smtp-url': 'smtps://user:word@mail.example',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), `${text}\n`)
  return folder
}

describe('settings', () => {
  const secrets = secretsFolder()

  test.each(Object.entries(environments(secrets)))('of %s are accepted', async (_file, environment) => {
    const settings = await readSettings(secrets, {}, environment)
    expect(settings).toMatchObject({ baseUrl: 'https://mail.example', metricsToken: 'a token' })
    expect(settings.secretKey).toEqual(new Uint8Array(32).fill(7))
    expect(settings.trustedProxies).not.toEqual([])
    const isShared = 'LETTERSHOP_DATABASE_FILE' in environment
    const { database, blobs, signingKey } = settings
    expect([database, blobs, signingKey].map((one) => one !== undefined)).toEqual(Array(3).fill(isShared))
  })

  const texts = [...deployFiles().map(deployFile), deploying()]

  test('have the names that the program uses', async () => {
    const named = new Set(texts.flatMap((text) => text.match(/\bLETTERSHOP_\w+/g) ?? []))
    const known = (await explainSettings(temporaryFolder(), {}, {})).flatMap(({ variable }) => {
      const [name] = /^\w+/.exec(variable)!
      return [name, `${name}_FILE`]
    })
    expect([...named].filter((name) => !['LETTERSHOP_DATA', ...known].includes(name))).toEqual([])
    // A variable that names a missing file is reported.
    for (const name of [...named].filter((one) => one.endsWith('_FILE'))) {
      const bucket = name.includes('BLOBS') ? { LETTERSHOP_BLOBS: 's3://letters?region=eu-west-1' } : {}
      const set = { ...bucket, [name]: '/no/such' }
      await expect(readSettings(temporaryFolder(), {}, set), name).rejects.toThrow('ENOENT')
    }
  })

  test('that are flags are those of serve', () => {
    const flags = texts.flatMap((text) =>
      [...text.matchAll(/\blettershop serve\b(.*)/g)].flatMap(([, rest]) => rest!.match(/--[\w-]+/g) ?? []),
    )
    expect(flags.filter((flag) => !(flag.slice(2) in (serve.args as object)))).toEqual([])
  })
})
