import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { describe, expect, test } from 'vitest'
import { blobsOf } from '../bin/cli/blobs-setting.ts'
import { readSettings } from '../bin/cli/settings.ts'
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
} from './support/deploy.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { itWithTools } from './support/tools.ts'

const root = join(import.meta.dirname, '..')
const unit = deployFile('lettershop.service')

/** Runs `systemd-analyze` on a unit, with this Node in place of the program. */
const systemdOn = (text: string, verb: string[]) => {
  const path = join(temporaryFolder(), 'lettershop.service')
  writeFileSync(path, text.replace('/usr/local/bin/lettershop', process.execPath))
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...verb, path], { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

describe('the unit', () => {
  const accepted = { status: 0, output: '' }

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

/** Why rules are disabled: key order is a matter of taste, and a proxy must be reachable from everywhere. */
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

  test('is valid by the schema of the Compose specification', () => {
    const text = deployFile('compose.yaml')
    expect(faults(text)).toEqual([])
    expect(faults(text.replace('restart:', 'restarts:'))).not.toEqual([])
    expect(faults(text.replace('shm_size: 128mb', 'shm_size: [128]'))).not.toEqual([])
  })

  test('names only secrets and files that exist, or that the documentation creates', () => {
    const { services, secrets } = readCompose('mail.example')
    const named = new Set(Object.values(services).flatMap((service) => service.secrets ?? []))
    expect([...named].toSorted()).toEqual(Object.keys(secrets).toSorted())
    const files = [...Object.values(secrets).map(({ file }) => file), services.storage!.env_file!]
    for (const file of files) expect(deploying()).toContain(`> ${file.slice(2)}`)
    const mounted = Object.values(services)
      .flatMap(({ volumes }) => volumes)
      .flatMap((volume) => /^\.\/([^:]+):/.exec(volume)?.[1] ?? [])
    expect(mounted.toSorted()).toEqual(['Caddyfile', 'garage.toml', 'printer-secrets'])
    for (const name of mounted) expect(existsSync(join(deployFolder, name))).toBe(true)
  })

  test('has servers that share no volume', () => {
    const { services } = readCompose('mail.example')
    const [one, two] = ['server-1', 'server-2'].map((name) =>
      services[name]!.volumes.map((volume) => volume.split(':')[0]!),
    )
    expect(one!.filter((volume) => two!.includes(volume))).toEqual([])
  })

  test('has an S3 server with the bucket, the region and the port configured for the servers', () => {
    const { services } = readCompose('mail.example')
    const { environment, networks } = services['server-1']!
    const { place } = blobsOf(environment.LETTERSHOP_BLOBS, { LETTERSHOP_BLOBS_CREDENTIALS: 'id:secret' })!
    const { storage } = services
    const [, region] = /^s3_region = "(.*)"$/m.exec(deployFile('garage.toml'))!
    const [, port] = /^\[s3_api\]\n(?:.*\n)*?api_bind_addr = ".*:(\d+)"$/m.exec(deployFile('garage.toml'))!
    expect(place).toMatchObject({
      bucket: storage!.environment.GARAGE_DEFAULT_BUCKET,
      region,
      endpoint: `http://storage:${port}`,
    })
    expect(networks).toContain(storage!.networks.toString())
  })

  test("has servers that trust only Caddy to report the client's address", () => {
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

  test('refer to each other', () => {
    const pod = of('Deployment').spec.template
    const [container] = pod.spec.containers
    const { labels } = pod.metadata
    expect(of('Deployment').spec.selector.matchLabels).toEqual(labels)
    expect(of('Service').spec.selector).toEqual(labels)
    expect(of('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels)
    expect(container.envFrom).toEqual([{ configMapRef: { name: of('ConfigMap').metadata.name } }])
    const volumes = new Map<string, Manifest>(pod.spec.volumes.map((one: Manifest) => [one.name, one]))
    expect(container.volumeMounts.map(({ name }: { name: string }) => name)).toEqual([...volumes.keys()])
    // Pods share no volume, and the secret has the documented keys.
    expect([...volumes.values()].filter((one) => !one.emptyDir && !one.secret)).toEqual([])
    const mounted = '/run/secrets/lettershop/'
    const secrets: string[] = container.env.map(({ value }: { value: string }) => value)
    expect(secrets.every((path) => path.startsWith(mounted))).toBe(true)
    const put = [...deploying().matchAll(/--from-file=([\w-]+)/g)].map(([, name]) => `${mounted}${name}`)
    expect(secrets.toSorted()).toEqual(put.toSorted())
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

  test('have a pod that can write only to its volumes', () => {
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

  test('copies only files that .dockerignore includes, none of them secrets or data', () => {
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

  test('has an image with an unprivileged user, a health check and no secrets', () => {
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

  test('runs an existing command', () => {
    expect(JSON.parse(wordsOf('ENTRYPOINT'))).toEqual(['lettershop'])
    expect(JSON.parse(wordsOf('CMD'))).toEqual(['serve'])
  })
})

test('images have the version of the program', () => {
  const named = deployFiles().flatMap((name) => deployFile(name).match(/\blettershop:\d\S*/g) ?? [])
  expect(new Set(named)).toEqual(new Set([`lettershop:${manifest.version}`]))
  expect(named).toHaveLength(3)
})
