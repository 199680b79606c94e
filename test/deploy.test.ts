import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DCLinter } from 'dclint'
import { describe, expect, test } from 'vitest'
import { explainSettings, readSettings } from '../bin/cli/settings.ts'
import { serve } from '../bin/commands/serve.ts'
import manifest from '../package.json' with { type: 'json' }
import {
  buildContext,
  deployFile,
  deployFiles,
  deployFolder,
  deploying,
  everythingInUse,
  imageEnvironment,
  type Manifest,
  manifestFaults,
  readCompose,
  readManifests,
  unitEnvironment,
} from './support/deploy.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { itWithTools } from './support/tools.ts'

const root = join(import.meta.dirname, '..')
const unit = deployFile('lettershop.service')

/** What systemd says about a unit, whose program is not where it will be. */
const systemdOn = (text: string, verb: string[]) => {
  const path = join(temporaryFolder(), 'lettershop.service')
  writeFileSync(path, text.replace('/usr/local/bin/lettershop', process.execPath))
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...verb, path], { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

describe('the unit', () => {
  const accepted = { status: 0, said: '' }

  itWithTools(
    ['systemd-analyze'],
    'is one that systemd understands, with and without what is optional',
    () => {
      expect(systemdOn(unit, ['verify'])).toEqual(accepted)
      expect(systemdOn(everythingInUse(unit), ['verify'])).toEqual(accepted)
      expect(systemdOn(unit.replace('ProtectHome', 'ProtectHouse'), ['verify'])).not.toEqual(accepted)
    },
  )

  itWithTools(['systemd-analyze'], 'leaves the program little that it could harm', () => {
    const exposure = ['security', '--offline=yes', '--threshold=20']
    expect(systemdOn(unit, exposure)).toMatchObject({ status: 0 })
    expect(systemdOn(unit.replace(/^Protect.*$/gm, ''), exposure)).toMatchObject({ status: 1 })
  })
})

/** The order of keys is a matter of taste, and a proxy is there to be reached from everywhere. */
const left = ['service-keys-order', 'services-alphabetical-order', 'top-level-properties-order']
type Rules = ConstructorParameters<typeof DCLinter>[0]['rules']
const rules: Rules = {
  ...Object.fromEntries([...left, 'no-unbound-port-interfaces'].map((rule) => [rule, 0])),
  'require-quotes-in-ports': [2, { quoteType: 'double' }],
}

describe('the compose file', () => {
  const faults = (text: string) => {
    const path = join(temporaryFolder(), 'compose.yaml')
    writeFileSync(path, text)
    const linter = new DCLinter({ rules, quiet: true, debug: false, exclude: [] })
    const results: { messages: { message: string }[] }[] = linter.lintFiles([path], false)
    return results.flatMap(({ messages }) => messages.map(({ message }) => message))
  }

  test('is one by the schema of the Compose specification', () => {
    const text = deployFile('compose.yaml')
    expect(faults(text)).toEqual([])
    expect(faults(text.replace('restart:', 'restarts:'))).not.toEqual([])
    expect(faults(text.replace('shm_size: 128mb', 'shm_size: [128]'))).not.toEqual([])
  })

  test('names only secrets and files that are there, or that the documentation makes', () => {
    const { services, secrets } = readCompose('mail.example')
    const named = new Set(Object.values(services).flatMap((service) => service.secrets ?? []))
    expect([...named].toSorted()).toEqual(Object.keys(secrets).toSorted())
    for (const { file } of Object.values(secrets)) expect(deploying()).toContain(`> ${file.slice(2)}`)
    expect(existsSync(join(deployFolder, 'Caddyfile'))).toBe(true)
  })

  test('has servers that trust Caddy, and nobody else, to say who the client is', () => {
    const { services } = readCompose('mail.example')
    const trusted = services['server-1']!.environment.LETTERSHOP_TRUSTED_PROXIES
    expect(services.caddy!.networks).toEqual({ outside: { ipv4_address: trusted } })
  })
})

describe('the manifests of Kubernetes', () => {
  const manifests = readManifests()
  const of = (kind: string): Manifest => manifests.find((one) => one.kind === kind)!

  test('are objects by the types of its API', () => {
    expect(manifestFaults(manifests)).toEqual([])
    const faultOf = (spoil: (spec: Manifest['spec']) => void) => {
      const deployment = structuredClone(of('Deployment'))
      spoil(deployment.spec)
      return manifestFaults([deployment])
    }
    const misspelt = faultOf((spec) => {
      spec.replicas = 'two'
      spec.template.spec.containers[0].livenesProbe = {}
    })
    expect(misspelt).toEqual([expect.stringContaining('number'), expect.stringContaining('livenesProbe')])
    expect(faultOf((spec) => delete spec.selector)).toEqual([expect.stringContaining('selector')])
  })

  test('name each other', () => {
    const pod = of('Deployment').spec.template
    const [container] = pod.spec.containers
    const { labels } = pod.metadata
    expect(of('Deployment').spec.selector.matchLabels).toEqual(labels)
    expect(of('Service').spec.selector).toEqual(labels)
    expect(of('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels)
    expect(container.envFrom).toEqual([{ configMapRef: { name: of('ConfigMap').metadata.name } }])
    const volumes = new Map<string, Manifest>(pod.spec.volumes.map((one: Manifest) => [one.name, one]))
    expect(container.volumeMounts.map(({ name }: { name: string }) => name)).toEqual([...volumes.keys()])
    expect(volumes.get('data')!.persistentVolumeClaim.claimName).toBe(
      of('PersistentVolumeClaim').metadata.name,
    )
    expect(of('Service').spec.ports).toMatchObject([{ name: 'http', targetPort: container.ports[0].name }])
    const { service } = of('Ingress').spec.rules[0].http.paths[0].backend
    expect(service).toEqual({ name: of('Service').metadata.name, port: { name: 'http' } })
  })

  test('keep Kubernetes from setting LETTERSHOP_PORT, as it does for a Service of this name', async () => {
    expect(of('Service').metadata.name).toBe('lettershop')
    expect(of('Deployment').spec.template.spec.enableServiceLinks).toBe(false)
    const set = { LETTERSHOP_PORT: 'tcp://10.0.0.7:80' }
    await expect(readSettings(temporaryFolder(), {}, set)).rejects.toThrow('--port takes a whole number')
  })

  test('have a pod that may write nothing but its volumes', () => {
    const { securityContext, containers } = of('Deployment').spec.template.spec
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001, fsGroup: 10001 })
    expect(containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })
})

describe('the Dockerfile', () => {
  const instructions = deployFile('Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter(Boolean)
    .map((line) => /^(\w+)\s+(.*)$/.exec(line)!.slice(1) as [string, string])
  const last = instructions.slice(instructions.findLastIndex(([name]) => name === 'FROM'))
  const wordsOf = (name: string) => last.find((one) => one[0] === name)![1]

  test('copies only what .dockerignore lets through, which is no secret and no data', () => {
    const context = buildContext()
    const within = (path: string) => context.some((one) => path === one || path.startsWith(`${one}/`))
    const copied = instructions
      .filter(([name, words]) => name === 'COPY' && !words.includes('--from='))
      .flatMap(([, words]) =>
        words
          .split(/\s+/)
          .filter((word) => !word.startsWith('--'))
          .slice(0, -1),
      )
    expect(copied.filter((path) => path !== '.' && !(within(path) && existsSync(join(root, path))))).toEqual(
      [],
    )
    expect(context.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const kept = ['.env', '.git', 'deploy/.env', 'deploy/secrets', 'dist', 'lettershop-data', 'node_modules']
    expect(kept.filter(within)).toEqual([])
  })

  test('has an image that runs as a user without rights, says whether it is healthy, and holds no secret', () => {
    expect(wordsOf('USER')).toBe('10001:10001')
    const check = deployFile('healthcheck.sh')
    expect(wordsOf('HEALTHCHECK')).toMatch(/ CMD \["lettershop-healthcheck"\]$/)
    expect(check).toContain('GET /readyz ')
    expect(Object.keys(imageEnvironment())).toEqual([
      'LETTERSHOP_DATA',
      'LETTERSHOP_HOST',
      'LETTERSHOP_PORT',
      'BUN_JSC_forceRAMSize',
    ])
    expect(instructions.filter(([name]) => name === 'ARG')).toEqual([])
  })

  test('runs a command that is there', () => {
    expect(JSON.parse(wordsOf('ENTRYPOINT'))).toEqual(['lettershop'])
    expect(JSON.parse(wordsOf('CMD'))).toEqual(['serve'])
  })
})

/** The variables that each file sets, with its secrets in this folder. */
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
    expect(settings.database !== undefined).toBe('LETTERSHOP_DATABASE_FILE' in environment)
  })

  const texts = [...deployFiles().map(deployFile), deploying()]

  test('have the names that the program knows', async () => {
    const named = new Set(texts.flatMap((text) => text.match(/\bLETTERSHOP_\w+/g) ?? []))
    const known = (await explainSettings(temporaryFolder(), {}, {})).flatMap(({ variable }) => {
      const [name] = /^\w+/.exec(variable)!
      return [name, `${name}_FILE`]
    })
    expect([...named].filter((name) => !['LETTERSHOP_DATA', ...known].includes(name))).toEqual([])
    // A file that is not there is missed where the variable is one that names a file.
    for (const name of [...named].filter((one) => one.endsWith('_FILE'))) {
      await expect(readSettings(temporaryFolder(), {}, { [name]: '/no/such' }), name).rejects.toThrow(
        'ENOENT',
      )
    }
  })

  test('that are flags are those of serve', () => {
    const flags = texts.flatMap((text) =>
      [...text.matchAll(/\blettershop serve\b(.*)/g)].flatMap(([, rest]) => rest!.match(/--[\w-]+/g) ?? []),
    )
    expect(flags.filter((flag) => !(flag.slice(2) in (serve.args as object)))).toEqual([])
  })
})

test('images have the version of the program', () => {
  const named = deployFiles().flatMap((name) => deployFile(name).match(/\blettershop:\d\S*/g) ?? [])
  expect(new Set(named)).toEqual(new Set([`lettershop:${manifest.version}`]))
  expect(named).toHaveLength(3)
})
